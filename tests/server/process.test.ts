import { execFile, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, inject, test } from 'vitest'
import type { CallName } from '#contract/calls'
import { openDatabase } from '#server/db/open'
import { lockForServer } from '#server/db/sqlite'
import { startSessions } from '../support/cast'
import { insertEvent, insertTeams } from '../support/event'
import { createFolder, MEMORY } from '../support/folder'
import { postCall } from '../support/http-call'
import { newProfile } from '../support/people'
import { ownServerFolder, runToTheEnd, startServerProcess } from '../support/server-process'

describe('the log of a server', () => {
  const folder = ownServerFolder()

  test('contains calls and their outcomes, but no address, number, name, code or token', async () => {
    const server = await startServerProcess(folder)
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
    const text = folder.sent().at(-1)?.text ?? ''
    const code = text.match(/#(\d{6})$/)?.[1] ?? ''
    const token = text.match(/\/l\/[^/]+\/(\S+)/)?.[1] ?? ''
    expect([code.length, token.length > 20]).toEqual([6, true])

    await postCall(server.url, 'signIn', { id: person.email, mtp: code === '123456' ? '654321' : '123456' }, headers)
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
    await fetch(`${server.url}/api?id=${encodeURIComponent(person.email)}&mtp=${token}`, { method: 'POST' })
    await fetch(`${server.url}/%E0%A4%A/${token}`)

    // A call that fails internally, with a database error that quotes a row.
    const file = new DatabaseSync(folder.database)
    file.exec(`create trigger quoting before insert on sms_sends begin select raise(abort, '${person.email} is in the way'); end`)
    file.close()
    const failed = await postCall(server.url, 'requestCode', { id: person.mobile }, headers)
    const answer = await failed.text()
    expect(failed.status).toBe(500)
    expect(JSON.parse(answer)).toMatchObject({ code: 'INTERNAL', message: expect.stringMatching(/poslužitelju/) })
    expect(answer).not.toMatch(/in the way|sqlite/i)

    await server.end('SIGTERM')
    const log = server.output()
    expect(log).toMatch(/^Warning: the database holds no event; apply one with/m)
    // A server with a public address makes no demo event, and prints no links that sign in.
    expect(log).not.toMatch(/Open as|\/l\//)
    // An error has its type and where it happened, and none of the database's words.
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
    expect(lines.map((line) => JSON.parse(line)).map((line) => [line.call, line.code])).toEqual(logged)
    // Who made a call is told by a mark, the same in all of a person's lines.
    const marks = lines.map((line) => JSON.parse(line).who)
    expect([marks[0], marks[1], marks[3], marks[7]]).toEqual([null, null, expect.stringMatching(/^[\w-]{12}$/), null])
    expect(new Set(marks.slice(3, 7))).toEqual(new Set([marks[3]]))
    const secrets = [
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
    ]
    const digits = ['765 4321', '7654321', '%2B385', '+385']
    for (const secret of [...Object.values(person), ...secrets, ...digits]) {
      const where = log.replaceAll(server.url, '').replaceAll(/"fingerprint":"[\da-f-]{36}"|"time":\d+/g, '')
      expect(where, secret).not.toContain(secret)
    }
  })
})

describe('a server that is killed', () => {
  const own = ownServerFolder()

  test('fault 37: has every acknowledged award, and none partially', async () => {
    const db = await openDatabase({ engine: 'sqlite', file: own.database })
    await insertEvent(db)
    const sessions = await db.write({ on: 'accounts' }, (tx) => startSessions(tx, ['iva'], Date.now()))
    await insertTeams(db, ['vukovi'])
    await db.close()

    const server = await startServerProcess(own)
    const acknowledged: string[] = []
    const senders = Array.from({ length: 8 }, async () => {
      for (;;) {
        const award_id = randomUUID()
        const award = { team_id: 'vukovi', point_type: 'dolazak', award_id }
        const answer = await postCall(server.url, 'awardPoints', award, { cookie: `session_token=${sessions.get('iva')}` })
        if (answer.status === 200 && ((await answer.json()) as { status: string }).status === 'OK') acknowledged.push(award_id)
        if (acknowledged.length === 100) void server.end('SIGKILL')
      }
    })
    await Promise.allSettled(senders)
    expect(acknowledged.length).toBeGreaterThanOrEqual(100)

    const after = await openDatabase({ engine: 'sqlite', file: own.database })
    const rows = await after.read.selectFrom('awards').selectAll().execute()
    await after.close()
    const kept = new Set(rows.map((one) => one.award_id))
    expect(acknowledged.filter((award_id) => !kept.has(award_id))).toEqual([])
    for (const one of rows) expect(one).toMatchObject({ points: 1, user_id: 'iva', vendor_id: 'arkade', kind: 'award' })
  })
})

describe('a server that gets SIGTERM', () => {
  const own = ownServerFolder()

  test('finishes the calls in flight, exits and releases the database file', async () => {
    const server = await startServerProcess(own)
    const answers = Array.from({ length: 40 }, () => postCall(server.url, 'register', { user_data: newProfile() }))
    // The first response has arrived, so all calls are in flight.
    await Promise.any(answers)
    expect(await server.end('SIGTERM')).toBe(0)
    const settled = await Promise.allSettled(answers)
    const answered = settled.filter((answer) => answer.status === 'fulfilled')
    expect(answered.length).toBeGreaterThan(0)
    lockForServer(own.database).release()

    const after = await openDatabase({ engine: 'sqlite', file: own.database })
    const users = await after.read.selectFrom('users').select('user_id').execute()
    await after.close()
    const kept = new Set(users.map((user) => user.user_id))
    for (const { value } of answered) {
      const answer = (await value.json()) as { status: string; user_id: string }
      expect(answer.status).toBe('OK')
      expect(kept.has(answer.user_id)).toBe(true)
    }
  })

  test('does not wait for connections that a browser opened in advance', async () => {
    const server = await startServerProcess(own)
    const unused = connect(Number(new URL(server.url).port), '127.0.0.1')
    await once(unused, 'connect')
    // So that the server knows of the connection.
    await (await fetch(`${server.url}/health`)).text()
    const told = performance.now()
    expect(await server.end('SIGTERM')).toBe(0)
    expect(performance.now() - told).toBeLessThan(5_000)
  })
})

describe('two servers', () => {
  const own = ownServerFolder()

  test('fault 40: the second one on a SQLite file refuses to start with a one-sentence message', async () => {
    const first = await startServerProcess(own)
    const second = await runToTheEnd(own)
    expect(second.code).toBe(1)
    expect(second.output).toMatch(/^Another server already runs on .*\.\n$/)
    await first.end('SIGKILL')
    // The first one's lock was released when it ended.
    lockForServer(own.database).release()
  })
})

describe('an address that cannot be listened on', () => {
  const own = ownServerFolder()

  test('is named in one sentence, before anything is created', async () => {
    const other = createServer()
    await once(other.listen(0, '127.0.0.1'), 'listening')
    const { port } = other.address() as AddressInfo
    const used = await runToTheEnd(own, { PORT: String(port) })
    other.close()
    const elsewhere = await runToTheEnd(own, { HOST: '203.0.113.7' })
    expect([used, elsewhere]).toEqual([
      { code: 1, output: `Port ${port} of 127.0.0.1 is in use: stop what runs there, or set PORT to another one.\n` },
      { code: 1, output: 'HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, not "203.0.113.7".\n' },
    ])
    expect(existsSync(own.database)).toBe(false)
  })
})

test('a server without the built page beside it says so in one sentence', () => {
  const folder = createFolder(MEMORY)
  cpSync(inject('serverBundle'), folder('server'), { recursive: true })
  writeFileSync(folder('package.json'), '{"type":"module"}')
  const { status, stderr } = spawnSync(process.execPath, [folder('server/main.js')], { encoding: 'utf8', cwd: folder() })
  folder.remove()
  expect([status, stderr]).toEqual([1, expect.stringMatching(/^The built page is missing beside the server: .+\.\n$/)])
})

/** Node says that it is an older one, and has no SQLite, as those had none. */
const OLD_NODE = [
  '--no-experimental-sqlite',
  `--import=data:text/javascript,${encodeURIComponent("Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })")}`,
].join(' ')

test.each(['main.js', 'event.js'])('on a Node that is too old, %s says in one sentence what to install', async (program) => {
  const env = { PATH: process.env.PATH, NODE_OPTIONS: OLD_NODE }
  const ended = await new Promise((resolve) => {
    execFile(process.execPath, [join(inject('serverBundle'), program)], { env }, (error, _stdout, stderr) => {
      resolve({ code: error?.code, stderr })
    })
  })
  expect(ended).toEqual({
    code: 1,
    stderr: 'This needs Node 24 or newer and runs on 20.19.0: install one from https://nodejs.org.\n',
  })
})
