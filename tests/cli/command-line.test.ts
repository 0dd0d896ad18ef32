import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { createProgram } from '#cli/program'
import { blockPerson } from '#server/calls/corrections/person'
import { COMMAND } from '#server/command-name'
import { openDatabase } from '#server/db/open'
import { lockForServer } from '#server/db/sqlite'
import { ensureDemoEvent } from '#server/demo/ensure-demo-event'
import { QUIET, runCommand, startCommand } from '../support/command'
import { engineUnderTest } from '../support/engine-under-test'
import { ownFolder } from '../support/folder'
import { gameOn } from '../support/game-on'
import { lastSms } from '../support/people'
import { useGame } from '../support/use-game'
import { EVENT, MARKO } from './event-database'

describe('commands', () => {
  const game = useGame(engineUnderTest(), {}, async () => undefined)
  const path = ownFolder()

  beforeAll(() => {
    vi.stubEnv('PUBLIC_URL', 'https://igra.example.hr')
    game.clock.advance(Date.now() - game.clock.now())
    // Leave out start and end, so that no test depends on the current time.
    writeFileSync(
      path('event.json'),
      JSON.stringify({ ...EVENT, settings: { team_max_members: 5 } }),
    )
  })
  afterAll(() => vi.unstubAllEnvs())

  const run = (...args: string[]) => runCommand(game.location, ...args)
  const json = async (...args: string[]) => {
    const { result, failure } = await run(...args, '--json')
    expect(failure).toBeNull()
    return JSON.parse(result) as Record<string, unknown>
  }
  const trail = () =>
    game.db.read
      .selectFrom('audit')
      .select(['what', 'about', 'person_id', 'reason'])
      .orderBy('at')
      .orderBy('entry_id')
      .execute()

  test('apply prints its changes for scripts, and is in the audit trail only if it changed something', async () => {
    const event = path('event.json')
    expect(await json('apply', event, '--dry-run')).toMatchObject({ applied: false })
    const { changes } = await json('apply', event, '--reason', 'Prvi put')
    expect(changes).toContainEqual({ kind: 'adds', at: 'vendors.arkade', name: 'Arkadna zona' })
    expect(await json('apply', event)).toEqual({ applied: true, changes: [], warnings: [] })
    const about = expect.stringMatching(/^event\.json: .*Novi štand: Arkadna zona/)
    expect(await trail()).toEqual([{ what: 'apply', about, person_id: null, reason: 'Prvi put' }])
  })

  test('apply prints faults for scripts with line and column', async () => {
    writeFileSync(path('faulty.json'), '{\n  "tags": [{ "nfc_id": "x" }] }')
    const { result, failure } = await run('apply', path('faulty.json'), '--json')
    expect(failure).toMatch(/^1 fault in .*faulty\.json; nothing was applied\.$/)
    const fault = 'line 2, column 12: tags[0].nfc_type: is missing'
    expect(JSON.parse(result)).toEqual({
      faults: [{ line: 2, column: 12, path: ['tags', 0, 'nfc_type'], fault }],
      faults_total: 1,
    })
  })

  test('show writes a file that only its owner can read and apply finds unchanged, and asks before replacing a file', async () => {
    const file = path('shown.json')
    expect(await json('show', '--out', file)).toEqual({ file })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect((await run('show')).result).toBe(readFileSync(file, 'utf8'))
    expect(await json('apply', file)).toEqual({ applied: true, changes: [], warnings: [] })
    writeFileSync(file, 'mine')
    expect((await run('show', '--out', file)).failure).toBe('Nothing was changed.')
    expect(readFileSync(file, 'utf8')).toBe('mine')
    await json('show', '--out', file, '--yes')
    expect(readFileSync(file, 'utf8')).toContain('"vendor_id": "arkade"')
    expect((await run('show', '--out', path('none/shown.json'))).failure).toContain(
      path('none/shown.json'),
    )
    expect(readdirSync(path()).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  const freshLink = async (who: string, ...flags: string[]) => {
    const { user_id, link } = await json('login-link', who, ...flags)
    const [, id = '', mtp = ''] =
      /^https:\/\/igra\.example\.hr\/l\/(\w+)\/(\w+)$/.exec(String(link)) ?? []
    expect([id, mtp]).toEqual([user_id, expect.stringMatching(/./)])
    return { id, mtp }
  }

  test('login-link prints a link and keeps only its hash; --withdraw signs one person out everywhere', async () => {
    const [iva, marko] = [game.client(), game.client()]
    await iva.ok('signIn', await freshLink('Iva Horvat', '--reason', 'Novi mobitel'))
    await marko.ok('signIn', await freshLink('marko'))
    const links = [await freshLink('marko'), await freshLink('marko')]
    const stored = JSON.stringify(
      await game.db.read.selectFrom('organiser_links').selectAll().execute(),
    )
    for (const { mtp } of links) expect(stored).not.toContain(mtp)
    await marko.ok('requestCode', { id: MARKO.mobile })
    const { code, link } = lastSms(game, MARKO.mobile)

    const user_id = link.id
    const refused = await run('login-link', 'marko', '--withdraw')
    expect([refused.notes, refused.failure]).toEqual([
      'End all links, codes and sessions of Marko Babić (marko)? [y/N] ',
      'Nothing was changed.',
    ])
    expect(await marko.outcome('currentUser', {})).toBe('OK')
    const ended = { user_id, nickname: 'marko', links: 2, codes: 1, sessions: 1 }
    expect(await json('login-link', 'marko', '--withdraw', '--yes')).toEqual(ended)
    await expect.poll(() => marko.outcome('currentUser', {})).toBe('NOT_AUTHENTICATED')
    for (const secret of [...links, link, { id: MARKO.mobile, mtp: code }]) {
      expect(await marko.outcome('signIn', secret)).toBe('INVALID_CODE')
    }
    expect((await iva.ok('currentUser', {})).user.nickname).toBe('iva')
    const entries = (await trail()).filter(({ what }) => what !== 'apply')
    expect(
      entries.map(({ what, person_id, reason }) => [what, person_id === user_id, reason]),
    ).toEqual([
      ['sign_in_link', false, 'Novi mobitel'],
      ...Array(3).fill(['sign_in_link', true, null]),
      ['withdraw', true, null],
    ])
  })

  test('login-link refuses a blocked person, and says why', async () => {
    const { user_id } = await json('login-link', 'marko')
    await blockPerson(
      { user_id: String(user_id), reason: 'Krađa' },
      { game: game.game, by: { userId: null, reason: 'Krađa' } },
    )
    const { result, failure } = await run('login-link', 'marko')
    expect([result, failure]).toEqual([
      '',
      'Marko Babić (marko) is blocked, so a link would not work: unblock them in the control room first.',
    ])
  })

  test('every command that takes a person finds them by number, e-mail, nickname, name or id, and lists all matches', async () => {
    const twin = {
      first_name: 'Iva',
      last_name: 'Horvat',
      email: 'druga@example.hr',
      mobile: '+385918887771',
      nickname: 'druga',
    }
    const { user_id } = await game.client().ok('register', { user_data: twin })
    const commands = [
      (who: string) => run('login-link', who),
      (who: string) => run('login-link', who, '--withdraw', '--yes'),
    ]
    for (const command of commands) {
      const { failure } = await command('iva horvat')
      expect(failure).toContain('"iva horvat" matches 2 people; use the id of one of them:')
      for (const shown of [
        `  ${user_id}  druga, `,
        '  iva, Iva Horvat, +385911234567, iva@example.hr',
      ]) {
        expect(failure).toContain(shown.trim())
      }
    }
    for (const who of ['babic', ' '])
      expect((await run('login-link', who)).failure).toContain('Nobody has')
    expect((await run('login-link', 'marko babic')).failure).toMatch(
      /^Marko Babić \(marko\) is blocked/,
    )
    for (const command of commands) {
      for (const who of ['091 888 7771', 'DRUGA@example.hr', 'Druga', user_id])
        expect((await command(who)).failure).toBeNull()
    }
  })
})

/** All commands. An organiser does everything else in the browser. */
const COMMANDS =
  'apply backup login-link move purge rehearse reset restore show status verify'.split(' ')

const { commands } = createProgram(QUIET)

test('the command line has these commands and no others', () => {
  expect(commands.map((command) => command.name()).toSorted()).toEqual(COMMANDS)
})

test.each(commands.map((command) => [command.name(), command] as const))(
  'the help of %s explains the command and each argument and option, and has an example',
  (name, command) => {
    const parts: string[] = []
    command.configureOutput({ writeOut: (part) => void parts.push(part) }).outputHelp()
    const described = [...command.registeredArguments, ...command.options].map(
      ({ description }) => description,
    )
    expect([command.description(), ...described]).not.toContain('')
    expect(parts.join('')).toMatch(new RegExp(`^ *${COMMAND} ${name}`, 'm'))
    expect(command.options.map(({ long }) => long)).toContain('--json')
  },
)

const run = (env: Record<string, string>, ...args: string[]) =>
  startCommand({ ...process.env, ...env }, ...args).ended

describe("the operator's command line", () => {
  const path = ownFolder()
  let env: Record<string, string>
  const write = (name: string, text: string | Buffer) => {
    writeFileSync(path(name), text)
    return path(name)
  }
  beforeAll(() => {
    // PORT is invalid on purpose: the command line must ignore settings that only the server uses.
    env = {
      DATABASE_URL: `sqlite:${path('new/game.db')}`,
      PUBLIC_URL: 'https://igra.example.hr',
      PORT: 'x',
      TZ: 'Europe/Zagreb',
    }
  })

  test('applies a file beside a running server, lists the changes, and prints a link and a status', async () => {
    const lock = lockForServer(path('new/game.db'))
    const event = write('event.json', `\uFEFF${JSON.stringify(EVENT)}`)
    const dry = await run(env, 'apply', event, '--dry-run')
    expect(dry).toMatchObject({ code: 0, stderr: 'This was a dry run: nothing was applied.\n' })
    const first = await run(env, 'apply', event)
    expect(first).toMatchObject({ code: 0, stdout: dry.stdout, stderr: '' })
    expect(first.stdout).toContain('+ vendors.arkade Arkadna zona\n')
    expect(await run(env, 'apply', event)).toEqual({
      code: 0,
      stdout: '= nothing changed\n',
      stderr: '',
    })

    const link = await run(env, 'login-link', 'iva')
    expect(link.code).toBe(0)
    expect(link.stdout).toMatch(/^https:\/\/igra\.example\.hr\/l\/\w+\/\w{26}\n$/)
    expect(await run(env, 'login-link', 'iva', '--withdraw', '--yes')).toMatchObject({
      code: 0,
      stdout: "Ended for iva: 1 organiser's link, 0 SMS codes and 0 sessions.\n",
    })
    expect((await run(env, 'status')).stdout).toContain('Arkadna zona (arkade)')
    lock.release()
  })

  test('fault 87: a command whose output nobody reads finishes its work; one that cannot write its result fails', async () => {
    const { child, ended } = startCommand(
      { ...process.env, ...env },
      'backup',
      path('unread.backup'),
    )
    child.stdout.destroy()
    child.stderr.destroy()
    expect((await ended).code).toBe(0)
    const db = await openDatabase({ engine: 'sqlite', file: path('new/game.db') })
    expect(
      await db.read.selectFrom('audit').select('about').where('what', '=', 'backup').execute(),
    ).toEqual([{ about: 'unread.backup' }])
    await db.close()

    const full = openSync('/dev/full', 'w')
    const args = [join(inject('serverBundle'), 'event.js'), 'show']
    const shown = spawnSync(process.execPath, args, {
      env: { ...process.env, ...env },
      stdio: ['ignore', full, 'pipe'],
      encoding: 'utf8',
    })
    closeSync(full)
    expect([shown.status, shown.stderr]).toEqual([
      1,
      'The result could not be written: the disk is full.\n',
    ])
  })

  test('warns if demo data remains in a real event, and of a bonus id that is easy to guess', async () => {
    const file = path('demo.db')
    const db = await openDatabase({ engine: 'sqlite', file })
    await ensureDemoEvent(gameOn(db))
    await db.close()
    const weak = {
      settings: { ends_at: '2020-05-09T20:00:00+02:00' },
      tags: [{ nfc_id: 'bonus-01', nfc_type: 'bonus', point_type: 'blago' }],
    }
    const demo = { ...env, DATABASE_URL: `sqlite:${file}` }
    const { code, stderr } = await run(demo, 'apply', write('weak.json', JSON.stringify(weak)))
    expect(code).toBe(0)
    expect(stderr).toMatch(/^Warning: the bonus "bonus-01" is easy to guess/m)
    expect(stderr).toMatch(/^Warning: settings\.ends_at has passed \(2020-05-09T20:00:00\+02:00\)/m)
    expect(stderr).toMatch(/^Warning: this database holds the demo event/m)
  })

  test('a dry run warns of problems that the file would cause', async () => {
    const tag = (nfc_id: string) => ({
      nfc_id,
      nfc_type: 'bonus',
      point_type: 'blago',
      proof: 'ntag424',
    })
    const file = {
      settings: { ends_at: '2020-05-09T20:00:00+02:00' },
      tags: [tag('lik-7k2p9x4mq8'), tag('lik-3m8q2x7vw5')],
    }
    const blago = { point_type: 'blago', label: 'Blago', points: 7, cooldown_seconds: 0 }
    const event = write('shared.json', JSON.stringify({ ...file, point_types: [blago] }))
    const keys = write(
      'keys.json',
      JSON.stringify({ '*': { meta: '0'.repeat(32), file: '1'.repeat(32) } }),
    )
    chmodSync(keys, 0o600)
    const dry = await run(
      { ...env, DATABASE_URL: `sqlite:${path('dry.db')}`, TAG_KEYS: keys },
      'apply',
      event,
      '--dry-run',
    )
    expect(dry.code).toBe(0)
    expect(dry.stderr).toMatch(/^Warning: settings\.ends_at has passed/m)
    expect(dry.stderr).toMatch(
      /^Warning: the tags lik-3m8q2x7vw5, lik-7k2p9x4mq8 share their keys/m,
    )
  })

  test('names itself in its help as it was called: through npm, or as installed', async () => {
    const usage = async (npm_lifecycle_event: string) =>
      (await run({ ...env, npm_lifecycle_event }, 'status', '--help')).stdout
    expect(await usage('event')).toMatch(
      /^Usage: npm run event -- status .*\n {2}npm run event -- status\n$/s,
    )
    expect(await usage('')).toMatch(
      /^Usage: geekquest-event status .*\n {2}geekquest-event status\n$/s,
    )
  })

  test('reports a problem of its environment or its options in one sentence and exits with 1', async () => {
    const latin = write('latin.json', Buffer.from([0x22, 0xe8, 0x22]))
    const notDatabase = write('not.db', 'this is no database, however long one looks at it')
    const untouched = { ...env, DATABASE_URL: `sqlite:${path('untouched.db')}` }
    const sentences = await Promise.all([
      run(env, 'login-link', 'nitko'),
      run(env, 'apply', path('none.json')),
      run(env, 'apply', latin),
      run({ ...env, DATABASE_URL: 'mysql://x' }, 'status'),
      run({ ...env, DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' }, 'status'),
      run({ ...env, DATABASE_URL: `sqlite:${notDatabase}` }, 'status'),
      run({ ...env, PUBLIC_URL: 'igra' }, 'login-link', 'iva'),
      run(untouched, 'login-link', 'iva', '--reason', ''),
    ])
    for (const { code, stdout } of sentences) expect([code, stdout]).toEqual([1, ''])
    expect(sentences.map(({ stderr }) => stderr)).toEqual([
      'Nobody has the number, e-mail, nickname, name or id "nitko".\n',
      `${path('none.json')} cannot be read: there is no such file.\n`,
      `${latin} is not in UTF-8; save it in that encoding, or its letters č, ć, đ, š and ž would be lost.\n`,
      'DATABASE_URL must start with sqlite: or postgres://, for example sqlite:data/game.db.\n',
      'The database cannot be opened (PostgreSQL 127.0.0.1:1/x): connect ECONNREFUSED 127.0.0.1:1.\n',
      `The database cannot be opened (SQLite file ${notDatabase}): file is not a database.\n`,
      'PUBLIC_URL must be an http or https address without a path, such as https://igra.example.hr, not "igra".\n',
      '--reason takes 1 to 200 characters.\n',
    ])
    // Options are checked before a database is opened.
    expect(existsSync(path('untouched.db'))).toBe(false)
  })
})
