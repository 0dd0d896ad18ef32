import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { CALL_NAMES, type CallName, definitionOf } from '#contract/calls'
import { QUERY_FIELDS } from '#contract/wire'
import { ENGINES } from '../support/databases'
import { appOf, ask, FORM } from '../support/http'
import { foundTeam, type Person, signInOrganiser, signInStaff, signUp } from '../support/people'
import { useGame } from '../support/use-game'

/** Form bytes with invalid UTF-8 or invalid escapes. */
const HOSTILE_BYTES = ['%00', '%', '%zz', '%C0%80', '%ED%A0%80', '%FF%FE', '%F4%90%80%80', '+%2B+']

/** Values that are known to break databases or parsers; `fuzz.test.ts` looks for others. */
const NASTIEST = [
  ...['', 'a\0b', 'a\uDFFFb', '__proto__', 'a'.repeat(10_000), "'); drop table awards; --", 'Ana\u202Etam', '1e309'],
  '\r\nSet-Cookie: session_token=x',
]

const GOOD: Readonly<Record<string, string>> = {
  award_id: '4c9ba3f0-6f0e-4a8b-9f57-000000000001',
  point_type: 'pobjeda',
  mtp: '123456',
  queued_ms: '0',
}
const PROFILE = { first_name: 'Ana', last_name: 'Anić', email: 'ana@example.hr', mobile: '0912345678', nickname: 'ana' }

/** A URL or form field: its name and its encoded value. */
function encoded(name: string, value: string): string {
  return new URLSearchParams([[name, value]]).toString()
}

/** Each field of a call with each of the nastiest values. */
function nastyFieldsOf(name: CallName): (readonly [string, string])[] {
  return Object.keys(definitionOf(name).input.entries).flatMap((field) =>
    [...NASTIEST.map((value) => encoded(field, value)), ...HOSTILE_BYTES.map((bytes) => `${field}=${bytes}`)].map(
      (pair) => [field, pair] as const,
    ),
  )
}

describe.each(ENGINES)('hostile input on %s', (engine) => {
  const game = useGame(engine, { limitsByClock: true })

  /** Builds the request: valid fields, with the hostile one in its place. */
  function write(name: CallName, [key, pair]: readonly [string, string], profile: object) {
    const { action, option } = definitionOf(name)
    const input = definitionOf(name).input
    const query = [encoded('fingerprint', randomUUID()), encoded('action', action)]
    if (option !== undefined) query.push(encoded('option', option))
    const body: string[] = []
    const put = (field: string, text: string) => (QUERY_FIELDS.some((one) => one === field) ? query : body).push(text)
    for (const field of Object.keys(input.entries)) {
      if (field === key) continue
      const value = field === 'user_data' ? JSON.stringify({ ...PROFILE, ...profile }) : (GOOD[field] ?? 'nitko')
      if (field !== 'nfc_type') put(field, encoded(field, value))
    }
    put(key, pair)
    return { url: `/api?${query.join('&')}`, payload: body.join('&') }
  }

  let calls = 0

  async function send(call: { url: string; payload: string }, caller: Person | null | undefined) {
    // A second between calls, and many addresses, so that no rate limit applies however fast the machine is.
    game().clock.advance(1_000)
    const response = await ask(appOf(game()), {
      method: 'POST',
      ...call,
      headers: { 'content-type': FORM, 'x-forwarded-for': `203.0.${(++calls >> 8) % 256}.${calls % 256}` },
      ...(caller?.api.cookie == null ? {} : { cookies: { session_token: caller.api.cookie } }),
    })
    const what = `${call.url.slice(0, 200)} ${call.payload.slice(0, 200)}`
    expect([200, 400], what).toContain(response.statusCode)
    const { code } = response.json()
    expect(code, what).not.toBe('INTERNAL')
    if (response.statusCode === 400) expect(code, what).toBe('MALFORMED')
    expect(String(response.headers['set-cookie'])).not.toContain('session_token=x')
  }

  test('each field of each call takes the nastiest values from a permitted caller', async () => {
    const staff = [await signInStaff(game(), 'iva'), await signInStaff(game(), 'luka'), await signInStaff(game(), 'mia')]
    const players = [(await foundTeam(game())).captain, await signUp(game()), await signUp(game()), await signUp(game())]
    const organiser = await Promise.all(Array.from({ length: 8 }, () => signInOrganiser(game())))
    const callersOf = { anyone: [null], player: players, staff, 'signed-in': staff, organiser } as const
    for (const name of CALL_NAMES) {
      const callers = callersOf[definitionOf(name).who]
      for (const field of nastyFieldsOf(name)) await send(write(name, field, {}), callers[calls % callers.length])
    }
    const profiles = Object.keys(PROFILE).flatMap((field) => NASTIEST.map((value) => ({ [field]: value })))
    for (const profile of profiles) await send(write('register', ['unknown', 'unknown=1'], profile), null)
  })
})
