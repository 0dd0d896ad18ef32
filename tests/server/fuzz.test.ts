import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseAnswer } from '#contract/answer'
import { CALL_NAMES, type CallName, calls, definitionOf, findCall } from '#contract/calls'
import { encodeCall, QUERY_FIELDS } from '#contract/wire'
import { currentPace } from '../../scripts/machine'
import { type Cast, insertCast, ROLES } from '../support/cast'
import { INPUTS } from '../support/examples'
import { FORM } from '../support/http'
import { onEachEngine } from '../support/use-game'

/**
 * The number of calls per engine, the same on every machine; `FUZZ_CALLS=500000 FUZZ_SEED=random`
 * tries many more.
 */
const CALLS = Number(process.env.FUZZ_CALLS ?? 3_000)
const SEED =
  process.env.FUZZ_SEED === 'random'
    ? Math.trunc(Math.random() * 2 ** 31)
    : Number(process.env.FUZZ_SEED ?? 14)
const BATCH = 200
const AT_ONCE = 8

type Pair = readonly [name: string, value: string]

interface FuzzedCall {
  readonly name: CallName
  readonly query: readonly Pair[]
  readonly body: readonly Pair[]
  readonly headers: Readonly<Record<string, string>>
  /** Bytes that are sent instead of the body. */
  readonly bytes: string | null
  readonly caller: number
}

/** Existing ids, so that valid calls get past the first look-up. */
function idsOf(casts: readonly Cast[]): Readonly<Record<string, readonly string[]>> {
  return {
    team_id: casts.flatMap(({ team }) => Object.values(team)),
    player_id: casts.flatMap(({ user }) => Object.values(user)),
    user_id: casts.flatMap(({ user }) => Object.values(user)),
    id: casts.flatMap(({ user, mobile }) => [...Object.values(user), mobile]),
    award_id: casts.flatMap(({ award }) => Object.values(award)),
    nfc_id: casts.flatMap(({ tag }) => Object.values(tag)),
    point_type: ['pobjeda', 'kviz', 'dolazak', 'blago'],
    vendor_id: ['arkade', 'kutak'],
    team_name: casts.flatMap(({ teamName }) => Object.values(teamName)),
  }
}

const HOSTILE = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    '\u200B',
    '\uFEFF',
    '\uD800',
    '\u202Eab',
    '-1',
    '1e309',
    '999999999999999',
    'null',
    'NaN',
    'a\0b',
    'a\uDFFFb',
    "'); drop table awards; --",
    '\r\nSet-Cookie: session_token=x',
    '[]',
    '{}',
    '{"$ne":null}',
    '[object Object]',
    '__proto__',
    'constructor',
  ),
  fc.constantFrom(
    "' or 1=1 --",
    '"; select pg_sleep(10); --',
    '%',
    '\\',
    '$1',
    '{{7*7}}',
    '<script>',
    '../../etc/passwd',
  ),
  fc.constantFrom(
    'a'.repeat(30_000),
    'č'.repeat(2_000),
    '\u0301'.repeat(2_000),
    '9'.repeat(400),
    '['.repeat(10_000),
    '{"a":'.repeat(2_000),
  ),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json({ maxDepth: 4 }),
)

/** Values that spoil a valid call. */
interface Hostile {
  readonly field: string
  readonly value: string
  readonly other: CallName
  readonly bytes: string
  readonly header: Pair
  /** A pair with an id that exists. */
  readonly known: (pair: Pair) => Pair
}

const isOfQuery = (field: string) =>
  [...QUERY_FIELDS, 'action', 'option', 'fingerprint'].includes(field)

const onBoth = ({ query, body }: FuzzedCall, change: (pairs: readonly Pair[]) => Pair[]) => {
  return { query: change(query), body: change(body) }
}

/** Ways of spoiling a valid call. */
const HURTS: Readonly<Record<string, (call: FuzzedCall, by: Hostile) => Partial<FuzzedCall>>> = {
  none: () => ({}),
  'known ids': (call, { known }) => onBoth(call, (pairs) => pairs.map(known)),
  drop: (call, { field }) => onBoth(call, (pairs) => pairs.filter(([key]) => key !== field)),
  replace: (call, { field, value }) =>
    onBoth(call, (pairs) =>
      pairs.map(([key, text]) => [key, key === field ? value : text] as const),
    ),
  add: ({ query, body }, { field, value }) =>
    isOfQuery(field) ? { query: [...query, [field, value]] } : { body: [...body, [field, value]] },
  swap: ({ query }, { other }) => ({
    query: query.map(([key, text]) => [
      key,
      key === 'option' ? (definitionOf(other).option ?? '') : text,
    ]),
  }),
  'in the wrong place': ({ query, body }) => ({ query: [...query, ...body], body: query }),
  bytes: (_call, { bytes }) => ({ bytes }),
  headers: ({ headers }, { header: [name, value] }) => ({ headers: { ...headers, [name]: value } }),
}
/** Weighted so that most calls get past the first checks. */
const HURT_NAMES = [...Object.keys(HURTS), 'none', 'known ids', 'known ids', 'add']

const BYTES = fc.constantFrom(
  '%',
  '%zz',
  'id=%00',
  'id=%C0%80',
  'id=%ED%A0%80',
  'id=%FF%FE',
  'id=%F4%90%80%80',
  'id=+%2B+',
  'a=%00&a',
  '='.repeat(5_000),
  '&'.repeat(20_000),
  'a'.repeat(40_000),
)
const HEADER = fc.constantFrom<Pair>(
  ['content-type', 'application/json'],
  ['content-type', 'multipart/form-data; boundary=x'],
  ['origin', 'https://evil.example'],
  ['origin', 'null'],
  ['x-game-protocol', '99999999'],
  ['x-game-protocol', '-1'],
  ['cookie', 'session_token=; session_token=%; sign_in_request=\u0001'],
  ['cookie', `session_token=${'x'.repeat(4_000)}`],
  ['x-forwarded-for', 'unknown, ::1%eth0, '.repeat(20)],
  ['user-agent', '\u00ff'.repeat(2_000)],
)

function fuzzedCall(casts: readonly Cast[]): fc.Arbitrary<FuzzedCall> {
  const ids = idsOf(casts)
  return fc.constantFrom(...CALL_NAMES).chain((name) => {
    const fields = [
      ...Object.keys(definitionOf(name).input.entries),
      'action',
      'option',
      'fingerprint',
      'unknown',
      '__proto__',
    ]
    const parts = {
      input: INPUTS[name] as fc.Arbitrary<object>,
      hurts: fc.array(fc.constantFrom(...HURT_NAMES), { minLength: 1, maxLength: 3 }),
      pick: fc.nat(),
      caller: fc.nat(),
      field: fc.constantFrom(...fields),
      value: HOSTILE,
      other: fc.constantFrom(...CALL_NAMES),
      bytes: BYTES,
      header: HEADER,
    }
    return fc.record(parts).map(({ input, hurts, pick, caller, ...by }) => {
      const known = ([key, text]: Pair): Pair => [key, ids[key]?.[pick % ids[key].length] ?? text]
      const { query, body } = encodeCall(calls[name], input as never)
      const withFingerprint: Pair[] = [['fingerprint', randomUUID()], ...query]
      let call: FuzzedCall = {
        name,
        query: withFingerprint,
        body,
        headers: {},
        bytes: null,
        caller,
      }
      for (const hurt of hurts) call = { ...call, ...HURTS[hurt]?.(call, { ...by, known }) }
      return call
    })
  })
}

/** The call that the server reads: spoiling may have turned it into another call. */
function meantCall({ name, query, body, bytes }: FuzzedCall): CallName {
  const asked = Object.fromEntries(query)
  const fields = { ...Object.fromEntries(bytes === null ? body : []), ...asked }
  return findCall(asked.action, asked.option, fields) ?? name
}

onEachEngine(`fuzzing with seed ${SEED}`, (game) => {
  let calls = 0

  async function send(call: FuzzedCall, casts: readonly Cast[]): Promise<void> {
    const cast = casts[call.caller % casts.length]
    const role = ROLES[Math.floor(call.caller / casts.length) % ROLES.length] ?? 'visitor'
    const token = cast?.browser[role].cookie ?? null
    const encode = (pairs: readonly Pair[]) =>
      new URLSearchParams(pairs.map(([key, text]) => [key, text])).toString()
    const response = await game.app.inject({
      method: 'POST',
      url: `/api?${encode(call.query)}`.slice(0, 60_000),
      payload: call.bytes ?? encode(call.body),
      headers: {
        'content-type': FORM,
        // Many addresses, so that rate limits refuse none of the calls.
        'x-forwarded-for': `203.${calls % 200}.${(calls >> 8) % 256}.${calls++ % 256}`,
        ...(token === null ? {} : { cookie: `session_token=${token}` }),
        ...call.headers,
      },
    })
    const { statusCode } = response
    expect([200, 400, 403, 413, 415, 429]).toContain(statusCode)
    expect(String(response.headers['set-cookie'])).not.toContain('session_token=x')
    const answer = parseAnswer(definitionOf(meantCall(call)), response.json())
    if (answer.kind === 'unreadable') throw new Error(`unreadable: ${response.body.slice(0, 500)}`)
    if (answer.kind === 'refused') expect(answer.ko.code).not.toBe('INTERNAL')
  }

  const time = { timeout: (60_000 + CALLS * 100) * currentPace().patience }
  test(
    'valid, nearly valid and hostile calls get an answer of the contract, none a 500',
    time,
    async () => {
      const casts = [await insertCast(game), await insertCast(game), await insertCast(game)]
      const arbitrary = fuzzedCall(casts)
      for (let batch = 0; batch * BATCH < CALLS; batch++) {
        const some = fc.sample(arbitrary, { numRuns: BATCH, seed: SEED + batch })
        for (let first = 0; first < some.length; first += AT_ONCE) {
          const sent = some.slice(first, first + AT_ONCE).map(async (call) => {
            await send(call, casts).catch((reason: unknown) => {
              throw new Error(`with ${JSON.stringify(call).slice(0, 3_000)}`, { cause: reason })
            })
          })
          await Promise.all(sent)
        }
      }
    },
  )
})
