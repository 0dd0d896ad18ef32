import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, inject, test } from 'vitest'
import type { CallName } from '#contract/calls'
import { openDatabase } from '#server/db/open'
import { findScoreDifferences } from '#server/db/queries/scores'
import { lockForServer, openSqlite } from '#server/db/sqlite'
import { fileSms } from '#server/sms/providers'
import { FAILURES_TO_OPEN } from '#server/sms/sms-service'
import { SMS_NOT_SENT } from '#texts/errors'
import { currentPace } from '../../scripts/machine'
import { startSessions } from '../support/cast'
import { insertEvent, insertTeams } from '../support/event'
import { createFolder, MEMORY, ownFolder } from '../support/folder'
import { METRICS_TOKEN } from '../support/game-server'
import { postCall } from '../support/http-call'
import { newProfile } from '../support/people'
import { ownServerFolder, runToTheEnd, startServerProcess } from '../support/server-process'
import { INFOBIP, startFakeProvider } from '../support/sms-provider'
import { times } from '../support/times'

const KEY = 'tajni-kljuc-racuna'

const [logging, uploading, failing, killed] = [
  ownServerFolder(),
  ownServerFolder(),
  ownServerFolder(),
  ownServerFolder(),
]
const [busy, shared, unused] = [ownServerFolder(), ownServerFolder(), ownServerFolder()]
const path = ownFolder()

// In parallel, because most of the time is spent starting the processes.
describe('a server as a process', { concurrent: true }, () => {
  test('the log contains calls and their outcomes, but no address, number, name, code or token', async () => {
    const server = await startServerProcess(logging)
    const person = {
      first_name: 'Zvjezdana',
      last_name: 'Tajnović',
      email: 'zvjezdana@tajni.example.hr',
      mobile: '091 765 4321',
      nickname: 'tajnovitazz',
    }
    const headers = { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'TajniPreglednik/1.0' }
    const registered = await postCall(server.url, 'register', { user_data: person }, headers)
    const { user_id } = (await registered.json()) as { user_id: string }
    const text = logging.sent().at(-1)?.text ?? ''
    const code = text.match(/#(\d{6})$/)?.[1] ?? ''
    const token = text.match(/\/l\/[^/]+\/(\S+)/)?.[1] ?? ''
    expect([code.length, token.length > 20]).toEqual([6, true])

    await postCall(
      server.url,
      'signIn',
      { id: person.email, mtp: code === '123456' ? '654321' : '123456' },
      headers,
    )
    const asked = registered.headers.get('set-cookie')?.match(/sign_in_request=([^;]+)/)?.[1] ?? ''
    expect(asked).not.toBe('')
    const browser = { ...headers, cookie: `sign_in_request=${asked}` }
    const signedIn = await postCall(server.url, 'signIn', { id: person.mobile, mtp: code }, browser)
    const session = signedIn.headers.get('set-cookie')?.match(/session_token=([^;]+)/)?.[1] ?? ''
    const cookie = { ...headers, cookie: `session_token=${session}` }
    await postCall(server.url, 'createTeam', { team_name: 'Tajnoviti Zmajevi' }, cookie)
    await postCall(server.url, 'scan', { nfc_id: 'tajna-oznaka' }, cookie)
    await postCall(server.url, 'listAwards', {}, cookie)
    await postCall(server.url, 'signOut', { id: user_id, mtp: 'logout' }, cookie)
    await postCall(server.url, 'listTeams', {}, cookie)
    await fetch(`${server.url}/l/${user_id}/${token}`)
    await fetch(`${server.url}/api?id=${encodeURIComponent(person.email)}&mtp=${token}`, {
      method: 'POST',
    })
    await fetch(`${server.url}/%E0%A4%A/${token}`)

    // Make a call fail with a database error that quotes a row.
    const file = new DatabaseSync(logging.database)
    file.exec(
      `create trigger quoting before insert on sms_sends begin select raise(abort, '${person.email} is in the way'); end`,
    )
    file.close()
    const failed = await postCall(server.url, 'requestCode', { id: person.mobile }, headers)
    const answer = await failed.text()
    expect(failed.status).toBe(500)
    expect(JSON.parse(answer)).toMatchObject({
      code: 'INTERNAL',
      message: expect.stringMatching(/poslužitelju/),
    })
    expect(answer).not.toMatch(/in the way|sqlite/i)

    await server.end('SIGTERM')
    const log = server.output()
    expect(log).toMatch(/^ +(Missing +)?An event: prepare it in Priprema, or apply an event file$/m)
    // With a public address a server makes no demo event, and prints no sign-in links.
    expect(log).not.toMatch(/Open as|\/l\//)
    // The log has an error's type and place, but not the database's message.
    expect(log).toMatch(/"err":\{"type":"Error","code":\d+,"message":"","stack":"\s+at /)
    const lines = log.split('\n').filter((line) => line.includes('"call"'))
    const logged: readonly (readonly [CallName | null, string])[] = [
      ['register', 'OK'],
      ['signIn', 'INVALID_CODE'],
      ['signIn', 'OK'],
      ['createTeam', 'OK'],
      ['scan', 'TAG_NOT_FOUND'],
      ['listAwards', 'FORBIDDEN'],
      ['signOut', 'OK'],
      ['listTeams', 'NOT_AUTHENTICATED'],
      [null, 'MALFORMED'],
      ['requestCode', 'INTERNAL'],
    ]
    expect(lines.map((line) => JSON.parse(line)).map((line) => [line.call, line.code])).toEqual(
      logged,
    )
    // A keyed hash stands for the caller, the same in all lines of a person.
    const marks = lines.map((line) => JSON.parse(line).who)
    expect([marks[0], marks[1], marks[3], marks[7]]).toEqual([
      null,
      null,
      expect.stringMatching(/^[\w-]{12}$/),
      null,
    ])
    expect(new Set(marks.slice(3, 7))).toEqual(new Set([marks[3]]))
    const where = log
      .replaceAll(server.url, '')
      .replaceAll(/"fingerprint":"[\da-f-]{36}"|"time":\d+/g, '')
    const secrets = [
      ...Object.values(person),
      user_id,
      code,
      token,
      session,
      asked,
      '203.0.113.77',
      '127.0.0.1:',
      'TajniPreglednik',
      'Tajnoviti',
      'tajna-oznaka',
      '765 4321',
      '7654321',
      '%2B385',
      '+385',
    ]
    for (const secret of secrets) expect(where, secret).not.toContain(secret)
  })

  test('abuse 11: aborted uploads and rate-limited calls are logged in one line a minute, not one each', async () => {
    const server = await startServerProcess(uploading)
    const { hostname, port } = new URL(server.url)
    const form = {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    }
    const head = `POST /api?fingerprint=a HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\n\r\nid=`
    for (let upload = 0; upload < 50; upload++) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      await new Promise((written) => socket.write(head, written))
      socket.resetAndDestroy()
    }
    const url = `${server.url}/api?fingerprint=a`
    const statuses: number[] = []
    while (!statuses.includes(429)) {
      const calls = times(100, () => fetch(url, form))
      statuses.push(...(await Promise.all(calls)).map(({ status }) => status))
    }
    const limited = statuses.filter((status) => status === 429).length

    expect(await server.end('SIGTERM')).toBe(0)
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(logged.filter((line) => 'err' in line)).toEqual([])
    expect(logged.filter((line) => 'gathered' in line)).toEqual([
      expect.objectContaining({ gathered: 'hung up', times: 50 }),
      expect.objectContaining({ gathered: 'TOO_MANY_REQUESTS', times: limited }),
    ])
  })

  test('the log says that SMS fail, but contains no provider’s key, no number and no text', async () => {
    const provider = await startFakeProvider()
    const SMS_URL = `infobip://${KEY}@${provider.base.host}?sender=GeekQuest`
    const server = await startServerProcess(failing, undefined, { SMS_URL, METRICS_TOKEN })
    const register = async () => {
      const answer = await postCall(server.url, 'register', { user_data: newProfile() })
      return { status: answer.status, ...((await answer.json()) as object) }
    }
    expect(await register()).toMatchObject({ status: 'OK' })
    const message = JSON.parse(provider.requests[0]?.body ?? '').messages[0]
    expect(message.content.text).toMatch(/@igra\.example\.hr #\d{6}$/)
    expect(provider.requests[0]?.headers.authorization).toBe(`App ${KEY}`)

    provider.answers = [INFOBIP.unauthorized]
    for (let time = 0; time < FAILURES_TO_OPEN + 2; time++) {
      expect(await register()).toMatchObject({ code: 'UNAVAILABLE', message: SMS_NOT_SENT })
    }
    expect(provider.requests).toHaveLength(1 + FAILURES_TO_OPEN)
    const reader = { headers: { authorization: `Bearer ${METRICS_TOKEN}` } }
    const metrics = await (await fetch(`${server.url}/metrics`, reader)).text()
    expect(metrics).toContain('\ngeekquest_sms_failing 1\n')

    expect(await server.end('SIGTERM')).toBe(0)
    await provider.close()
    const log = server.output()
    for (const said of ['"sms":"failing"', 'HTTP 401']) expect(log).toContain(said)
    for (const secret of [KEY, message.destinations[0].to, message.content.text.slice(-6)])
      expect(log).not.toContain(secret)
  })

  test('fault 37: after a server is killed every acknowledged award is stored, and none partially', async () => {
    const db = await openDatabase({ engine: 'sqlite', file: killed.database })
    await insertEvent(db)
    const sessions = await db.write({ kind: 'accounts' }, (tx) =>
      startSessions(tx, ['iva'], Date.now()),
    )
    await insertTeams(db, ['vukovi'])
    await db.close()

    const server = await startServerProcess(killed)
    const acknowledged: string[] = []
    const senders = times(8, async () => {
      for (;;) {
        const award_id = randomUUID()
        const award = { team_id: 'vukovi', point_type: 'dolazak', award_id }
        const answer = await postCall(server.url, 'awardPoints', award, {
          cookie: `session_token=${sessions.get('iva')}`,
        })
        if (answer.status === 200 && ((await answer.json()) as { status: string }).status === 'OK')
          acknowledged.push(award_id)
        if (acknowledged.length === 100) void server.end('SIGKILL')
      }
    })
    await Promise.allSettled(senders)
    expect(acknowledged.length).toBeGreaterThanOrEqual(100)

    const after = await openDatabase({ engine: 'sqlite', file: killed.database })
    const rows = await after.read.selectFrom('awards').selectAll().execute()
    expect(await findScoreDifferences(after.read), 'an award without its points').toEqual([])
    await after.close()
    const recorded = new Set(rows.map((one) => one.award_id))
    expect(acknowledged.filter((award_id) => !recorded.has(award_id))).toEqual([])
    for (const one of rows)
      expect(one).toMatchObject({ points: 1, user_id: 'iva', vendor_id: 'arkade', kind: 'award' })
  })

  test('finishes the calls in flight at SIGTERM, waits for no idle connection, exits and releases the database file', async () => {
    const server = await startServerProcess(busy)
    const unused = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(unused, 'connect')
    const answers = times(40, () => postCall(server.url, 'register', { user_data: newProfile() }))
    // Wait for one response; the other calls are then on their way to the server or in it.
    await Promise.any(answers)
    const asked = performance.now()
    expect(await server.end('SIGTERM')).toBe(0)
    expect(performance.now() - asked).toBeLessThan(5_000 * currentPace().patience)
    const settled = await Promise.allSettled(answers)
    const answered = settled.filter((answer) => answer.status === 'fulfilled')
    expect(answered.length).toBeGreaterThan(0)
    lockForServer(busy.database).release()

    const after = await openDatabase({ engine: 'sqlite', file: busy.database })
    const users = await after.read.selectFrom('users').select('user_id').execute()
    await after.close()
    const registered = new Set(users.map((user) => user.user_id))
    // Everybody who was registered got the answer.
    expect(answered).toHaveLength(registered.size)
    for (const { value } of answered) {
      const answer = (await value.json()) as { status: string; user_id: string }
      expect([answer.status, registered.has(answer.user_id)]).toEqual(['OK', true])
    }
  })

  test('fault 40: the second server on a SQLite file refuses to start with a one-sentence message', async () => {
    const first = await startServerProcess(shared)
    const second = await runToTheEnd(shared)
    expect(second.code).toBe(1)
    expect(second.output).toMatch(/^Another server already runs on .*\.\n$/)
    await first.end('SIGKILL')
    // The first server released its lock when it ended.
    lockForServer(shared.database).release()
  })

  test('a port or host that cannot be used is reported in one sentence, before anything is created', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const used = await runToTheEnd(unused, { PORT: String(port) })
    other.close()
    const elsewhere = await runToTheEnd(unused, { HOST: '203.0.113.7' })
    expect([used, elsewhere]).toEqual([
      {
        code: 1,
        output: `Port ${port} of 127.0.0.1 is in use: stop the program that uses it, or set PORT to another one.\n`,
      },
      {
        code: 1,
        output:
          'HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, not "203.0.113.7".\n',
      },
    ])
    expect(existsSync(unused.database)).toBe(false)
  })

  test('abuse 11: only their owner can read the files of the open database and the SMS', async () => {
    const lock = lockForServer(path('new/game.db'))
    const db = await openSqlite(path('new/game.db'))
    await fileSms(path('new/sms.jsonl'), Date.now).send({
      id: 'a',
      to: '+385911111111',
      text: 'Kod',
    })
    const files = readdirSync(path('new'))
    const known = ['game.db', 'game.db-shm', 'game.db-wal', 'game.db.server-lock', 'sms.jsonl']
    expect(files).toEqual(expect.arrayContaining(known))
    for (const file of files)
      expect([file, statSync(path(`new/${file}`)).mode & 0o777]).toEqual([file, 0o600])
    await db.close()
    lock.release()
  })

  test('a server says in one sentence that the built page is missing', async () => {
    const folder = createFolder(MEMORY)
    cpSync(inject('serverBundle'), folder('server'), { recursive: true })
    writeFileSync(folder('package.json'), '{"type":"module"}')
    const ended = await new Promise((resolve) => {
      execFile(
        process.execPath,
        [folder('server/main.js')],
        { cwd: folder() },
        (error, _stdout, stderr) => resolve({ code: error?.code, stderr }),
      )
    })
    folder.remove()
    expect(ended).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^The built page is missing beside the server: .+\.\n$/),
    })
  })

  /** Makes Node report an older version, and removes SQLite, which that version lacks. */
  const OLD_NODE = [
    '--no-experimental-sqlite',
    `--import=data:text/javascript,${encodeURIComponent("Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })")}`,
  ].join(' ')

  test.each(['main.js', 'event.js'])(
    'on a Node that is too old, %s says in one sentence what to install',
    async (program) => {
      const env = { PATH: process.env.PATH, NODE_OPTIONS: OLD_NODE }
      const ended = await new Promise((resolve) => {
        execFile(
          process.execPath,
          [join(inject('serverBundle'), program)],
          { env },
          (error, _stdout, stderr) => {
            resolve({ code: error?.code, stderr })
          },
        )
      })
      expect(ended).toEqual({
        code: 1,
        stderr:
          'This needs Node 24 or newer, but this is Node 20.19.0: install it from https://nodejs.org.\n',
      })
    },
  )
})
