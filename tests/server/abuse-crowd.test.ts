import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { SESSION_COOKIE } from '#contract/protocol'
import { atTheBooth } from '../support/booth'
import { ENGINES } from '../support/databases'
import { FORM } from '../support/http'
import { addressOf } from '../support/live'
import { lastSms, newProfile, signUp } from '../support/people'
import { useGame } from '../support/use-game'

const ROUNDS = 10
/** Calls of each attacker that are under way at any moment. */
const AT_ONCE = 6
/** Far longer than anybody waits, far shorter than a server that is stuck. */
const PATIENCE_MS = 5_000
const ADDRESS = { 'x-forwarded-for': '198.51.100.66' }
const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString()

describe.each(ENGINES)('one address and three accounts at full rate on %s', (engine) => {
  // The limits' time stands still, so that nothing is given back.
  const game = useGame(engine, { limitsByClock: true })

  let url = ''
  beforeAll(async () => {
    url = await addressOf(game())
  })

  /** Makes a call over a connection: those made inside the process would leave no time to anything else. */
  async function attack(query: Record<string, string>, body: string, token: string | null = null): Promise<number> {
    const pairs = new URLSearchParams({ fingerprint: randomUUID(), ...query })
    const headers = { 'content-type': FORM, ...ADDRESS, ...(token === null ? {} : { cookie: `${SESSION_COOKIE}=${token}` }) }
    const response = await fetch(`${url}/api?${pairs}`, { method: 'POST', headers, body })
    await response.arrayBuffer()
    return response.status
  }

  const malformed = () => attack({ fingerprint: '' }, '')
  /** What an attacker without a session sends, in turn. */
  const anonymous = [
    malformed,
    () => attack({ action: 'login', option: 'code' }, form({ id: randomUUID() })),
    () => attack({ action: 'login' }, form({ id: randomUUID(), mtp: '123456' })),
    () => attack({ action: 'ranking' }, ''),
    () => attack({ action: 'register' }, form({ user_data: '{}' })),
    () => attack({ action: 'register' }, 'a'.repeat(32_000)),
  ]
  /** … and with one. */
  const signedIn = (token: string | null, team_id: string) => [
    () => attack({ action: 'scan', nfc_id: randomUUID() }, '', token),
    () => attack({ action: 'vendor', option: 'award_points' }, form({ team_id, point_type: 'dolazak' }), token),
    () => attack({ action: 'team', option: 'create' }, form({ team_name: randomUUID() }), token),
    () => attack({ action: 'team', option: 'list' }, '', token),
  ]

  test('abuse 5: a booth gives its awards and a newcomer at the same address registers, signs in and founds a team', {
    timeout: 120_000,
  }, async () => {
    const { team, staff, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    const accounts = await Promise.all([signUp(game()), signUp(game()), signUp(game())])
    const calls = [anonymous, ...accounts.map(({ api }) => signedIn(api.cookie, team.id))]
    // As if it had gone on for a while: the address's general bucket is empty.
    for (let sent = 0; sent < 1_200; sent += 100) await Promise.all(Array.from({ length: 100 }, malformed))
    let isOver = false
    const statuses = new Map<number, number>()
    async function flood(calls: readonly (() => Promise<number>)[], start: number): Promise<void> {
      for (let turn = start; !isOver; turn++) {
        const status = (await calls[turn % calls.length]?.()) ?? 0
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }
    const floods = calls.flatMap((each) => Array.from({ length: AT_ONCE }, (_, start) => flood(each, start)))

    async function within<T>(what: Promise<T>): Promise<T> {
      const begun = performance.now()
      const answer = await what
      expect(performance.now() - begun).toBeLessThan(PATIENCE_MS)
      return answer
    }
    await expect.poll(() => statuses.get(429) ?? 0, { timeout: 20_000 }).toBeGreaterThan(100)

    const newcomer = game().client()
    newcomer.address = ADDRESS['x-forwarded-for']
    const user_data = newProfile()
    await within(newcomer.ok('register', { user_data }))
    await within(newcomer.ok('signIn', { id: user_data.mobile, mtp: lastSms(game(), user_data.mobile).code }))
    await within(newcomer.ok('createTeam', { team_name: `Novi ${user_data.nickname}` }))

    let given = 0
    for (let round = 0; round < ROUNDS; round++) {
      expect(await within(staff.api.outcome('awardPoints', award()))).toBe('OK')
      const { results } = await within(staff.api.ok('awardMany', { awards: [award(), award(), award()] }))
      expect(results.map(({ status }) => status)).toEqual(['OK', 'OK', 'OK'])
      given += 4
    }
    isOver = true
    await Promise.all(floods)
    expect((await team.captain.api.ok('teamPoints', {})).points).toBe(given)
    expect(statuses.get(500)).toBeUndefined()
  })
})
