import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CALL_NAMES, type CallName, definitionOf, QUERY_FIELDS } from '#contract/calls'
import { ENGINES } from '../support/databases'
import { STAFF, type StaffName } from '../support/event'
import { FORM } from '../support/http'
import { foundTeam, type Person, signInStaff, signUp } from '../support/people'
import { useGame } from '../support/use-game'

/** What no person types, in the spelling of the wire where a string cannot hold it. */
const HOSTILE = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\uD800',
  'a\uDFFFb',
  'Ana\u202Etam',
  '\u2066Ana\u2069',
  '\u200B',
  '\uFEFF',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '[object Object]',
  'a'.repeat(10_000),
  'č'.repeat(2_500),
  '\u0301'.repeat(1_500),
  "' or 1=1 --",
  "'); drop table awards; --",
  '"; select pg_sleep(10); --',
  '%',
  '\\',
  '$1',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  'null',
  'undefined',
  'NaN',
  '-1',
  '1e309',
  '9'.repeat(400),
  '999999999999999',
  '[]',
  '{}',
  '{"$ne":null}',
  '\r\nSet-Cookie: session_token=x',
]
/** Bytes of a form that are no good UTF-8, or no good escapes. */
const HOSTILE_BYTES = ['%00', '%', '%zz', '%C0%80', '%ED%A0%80', '%FF%FE', '%F4%90%80%80', '+%2B+']

const GOOD: Readonly<Record<string, string>> = {
  award_id: '4c9ba3f0-6f0e-4a8b-9f57-000000000001',
  point_type: 'pobjeda',
  mtp: '123456',
  queued_ms: '0',
}
const PROFILE = { first_name: 'Ana', last_name: 'Anić', email: 'ana@example.hr', mobile: '0912345678', nickname: 'ana' }

const hostileJson = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 2 }),
  fc.constant(1e308),
)

/** A field as it stands in an address or a form: its name and an encoded value. */
function encoded(name: string, value: string): string {
  return new URLSearchParams([[name, value]]).toString()
}

/** One call with something hostile in one of its fields, or in a field that nobody asked for. */
const hostileCall = fc.constantFrom(...CALL_NAMES).chain((name) => {
  const known = Object.keys(definitionOf(name).input.entries).filter((field) => field !== 'user_data')
  const names = fc.constantFrom(...known, 'id', 'unknown', '__proto__', 'constructor', 'toString')
  const field = fc.oneof(
    fc.tuple(names, fc.constantFrom(...HOSTILE)).map(([key, value]) => [key, encoded(key, value)] as const),
    fc.tuple(names, fc.string({ unit: 'binary', maxLength: 60 })).map(([key, value]) => [key, encoded(key, value)] as const),
    fc.tuple(names, fc.constantFrom(...HOSTILE_BYTES)).map(([key, bytes]) => [key, `${key}=${bytes}`] as const),
  )
  const profile = fc.dictionary(fc.constantFrom(...Object.keys(PROFILE), '__proto__', 'user_id'), hostileJson, { maxKeys: 3 })
  return fc.record({ name: fc.constant(name), field, profile, by: fc.nat() })
})

describe.each(ENGINES)('whatever comes in a field, on %s', (engine) => {
  const game = useGame(engine)

  async function everybody(): Promise<readonly (Person | null)[]> {
    const all: (Person | null)[] = [null]
    for (let size = 1; size <= 4; size++) all.push(await signUp(game()), (await foundTeam(game(), { size: 2 })).captain)
    for (const name of Object.keys(STAFF)) all.push(await signInStaff(game(), name as StaffName))
    return all
  }

  /** The call as it travels: good fields, and the hostile one in its place. */
  function write(name: CallName, [key, pair]: readonly [string, string], profile: object) {
    const { action, option, input } = definitionOf(name)
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

  test('it is answered over HTTP 200 or 400, and never a fault of the server’s', async () => {
    const callers = await everybody()
    let calls = 0
    const property = fc.asyncProperty(hostileCall, async ({ name, field, profile, by }) => {
      const caller = callers[by % callers.length] ?? null
      const response = await (game().servers[0]?.app ?? game().servers[1]?.app)?.inject({
        method: 'POST',
        ...write(name, field, profile),
        headers: { 'content-type': FORM, 'x-forwarded-for': `203.0.${(calls >> 8) % 256}.${calls++ % 256}` },
        ...(caller?.api.cookie == null ? {} : { cookies: { session_token: caller.api.cookie } }),
      })
      if (response === undefined) throw new Error('a game without a server')
      expect([200, 400]).toContain(response.statusCode)
      const answer = response.json()
      expect(answer.code).not.toBe('INTERNAL')
      if (response.statusCode === 400) expect(answer.code).toBe('MALFORMED')
      expect(response.headers['set-cookie'] ?? '').not.toContain('session_token=x')
    })
    await fc.assert(property, { numRuns: 800 })
    // And the game goes on.
    await signUp(game())
  })
})
