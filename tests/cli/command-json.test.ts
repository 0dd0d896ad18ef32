import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { blockPerson } from '#server/corrections/person'
import { runCommand } from '../support/command'
import { engineUnderTest } from '../support/engine-under-test'
import { ownFolder } from '../support/folder'
import { useGame } from '../support/use-game'
import { EVENT } from './event-database'

describe('commands', () => {
  const game = useGame(engineUnderTest(), {}, async () => undefined)
  const path = ownFolder()

  beforeAll(() => {
    vi.stubEnv('PUBLIC_URL', 'https://igra.example.hr')
    game().clock.advance(Date.now() - game().clock.now())
    // Without a window: an award is judged by the time that it is.
    writeFileSync(path('event.json'), JSON.stringify({ ...EVENT, settings: { team_max_members: 5 } }))
  })
  afterAll(() => vi.unstubAllEnvs())

  const run = (...args: string[]) => runCommand(game().location, ...args)
  const json = async (...args: string[]) => {
    const { result, failure } = await run(...args, '--json')
    expect(failure).toBeNull()
    return JSON.parse(result) as Record<string, unknown>
  }
  const trail = async () =>
    await game()
      .db.read.selectFrom('audit')
      .select(['what', 'about', 'person_id', 'reason'])
      .orderBy('at')
      .orderBy('entry_id')
      .execute()

  test('apply prints its changes for scripts, and stands in the audit trail once it has changed something', async () => {
    const event = path('event.json')
    expect(await json('apply', event, '--dry-run')).toMatchObject({ applied: false })
    const { changes } = await json('apply', event, '--reason', 'Prvi put')
    expect(changes).toContainEqual({ kind: 'adds', at: 'vendors.arkade', name: 'Arkadna zona' })
    expect(await json('apply', event)).toEqual({ applied: true, changes: [], warnings: [] })
    expect(await trail()).toEqual([
      {
        what: 'apply',
        about: expect.stringMatching(/^event\.json: .*Novi štand: Arkadna zona/),
        person_id: null,
        reason: 'Prvi put',
      },
    ])
  })

  test('apply prints faults for scripts with line and column', async () => {
    writeFileSync(path('faulty.json'), '{\n  "tags": [{ "nfc_id": "x" }] }')
    const { result, failure } = await run('apply', path('faulty.json'), '--json')
    expect(failure).toMatch(/^1 fault in .*faulty\.json; nothing was applied\.$/)
    expect(JSON.parse(result)).toEqual({
      faults: [
        {
          line: 2,
          column: 12,
          path: ['tags', 0, 'nfc_type'],
          fault: 'line 2, column 12: tags[0].nfc_type: is missing',
        },
      ],
    })
  })

  test('show writes a file for its owner alone, which apply finds nothing new in, and replaces none without asking', async () => {
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
    expect((await run('show', '--out', path('none/shown.json'))).failure).toContain(path('none/shown.json'))
    expect(readdirSync(path()).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('login-link prints the link for scripts and stands in the audit trail, and so does its withdrawal', async () => {
    const { user_id, link } = await json('login-link', 'Iva Horvat', '--reason', 'Novi mobitel')
    const [, id = '', mtp = ''] = /^https:\/\/igra\.example\.hr\/l\/(\w+)\/(\w+)$/.exec(String(link)) ?? []
    expect(id).toBe(user_id)
    expect((await game().client().ok('signIn', { id, mtp })).user.nickname).toBe('iva')
    expect(await json('login-link', 'iva', '--withdraw')).toEqual({ user_id, nickname: 'iva', links: 0, codes: 0, sessions: 1 })
    expect((await trail()).slice(-2)).toEqual([
      { what: 'sign_in_link', about: '', person_id: user_id, reason: 'Novi mobitel' },
      { what: 'withdraw', about: '', person_id: user_id, reason: null },
    ])
  })

  test('login-link gives a blocked person none, and says why', async () => {
    const { user_id } = await json('login-link', 'marko')
    await blockPerson(
      game().servers[0]?.game ?? { db: game().db, now: Date.now },
      { userId: null, reason: null },
      String(user_id),
    )
    const { result, failure } = await run('login-link', 'marko')
    expect([result, failure]).toEqual([
      '',
      'Marko Babić (marko) is blocked, so a link would not sign in: unblock them in the control room first.',
    ])
  })

  test('every command that takes a person finds them by number, e-mail, nickname, name or id, and shows all who fit', async () => {
    const twin = { first_name: 'Iva', last_name: 'Horvat', email: 'druga@example.hr', mobile: '+385918887771', nickname: 'druga' }
    const { user_id } = await game().client().ok('register', { user_data: twin })
    const commands = [(who: string) => run('login-link', who), (who: string) => run('login-link', who, '--withdraw')]
    for (const command of commands) {
      const { failure } = await command('iva horvat')
      expect(failure).toContain('"iva horvat" fits 2 people; write the id of one:')
      for (const shown of [`  ${user_id}  druga, `, '  iva, Iva Horvat, +385911234567, iva@example.hr']) {
        expect(failure).toContain(shown.trim())
      }
    }
    for (const command of commands) {
      for (const who of ['091 888 7771', 'DRUGA@example.hr', 'Druga', user_id]) expect((await command(who)).failure).toBeNull()
    }
  })
})
