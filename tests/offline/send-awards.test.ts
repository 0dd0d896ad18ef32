import { afterEach, describe, expect, test, vi } from 'vitest'
import { REFUSED_FOR_GOOD, RULE_CODES, TRANSPORT_STATUS } from '#contract/codes'
import type { Award } from '#contract/entities'
import { call } from '../../src/api/call'
import type { AwardEntry } from '../../src/offline/entry'
import { learnServerTime } from '../../src/offline/settle-times'
import { createTransport } from '../../src/offline/transport'
import { newEntry, recordedAward } from './entries'

const entry = newEntry()
const clocks = { forward: 0, device: 0, pageLife: 'one', serverTime: 0 }
const server_time = '2026-05-09T10:00:00.000Z'
const award = recordedAward(entry)
const ok = (own: Partial<Award> = {}) => ({
  status: 'OK',
  award: { ...award, ...own },
  duplicate: false,
  server_time,
})
const ko = (code: string) => ({ status: 'KO', code, message: `Poruka: ${code}`, server_time })

/** Sends the entry over a network with this response. */
async function sendTo(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer)
  const { outcomes, blocked } = await createTransport(() => clocks, call).send([entry])
  return blocked ?? outcomes.get(entry.awardId)
}
const answering =
  (body: unknown, init: ResponseInit = {}) =>
  () =>
    Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), init))

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('an award counts as recorded', () => {
  test('only after an OK for its own id, even as a duplicate', async () => {
    expect(await sendTo(answering(ok()))).toEqual({ kind: 'recorded', award })
    expect(await sendTo(answering({ ...ok(), duplicate: true }))).toEqual({
      kind: 'recorded',
      award,
    })
  })

  test.each([
    ['the OK of another award', answering(ok({ award_id: crypto.randomUUID() })), 'failed'],
    ['an OK with another HTTP status', answering(ok(), { status: 502 }), 'later'],
    [
      "fault 20: a captive portal's page",
      answering('<html><body>Prijava na Wi-Fi</body></html>'),
      'later',
    ],
    [
      'fault 21: a response that was cut off',
      answering('{"status":"OK","award":{"award_id"'),
      'later',
    ],
    ['JSON that is not a response of this API', answering({ status: 'OK' }), 'later'],
    ['fault 4: no response', () => Promise.reject(new TypeError('Failed to fetch')), 'later'],
  ])('not after %s', async (_what, answer, kind) => {
    expect((await sendTo(answer))?.kind).toBe(kind)
  })
})

test.each([
  ['faults 19 and 22: without any answer', (hangs: Promise<never>) => hangs],
  [
    'fault 22: if its answer stops halfway',
    async (hangs: Promise<never>) => ({ json: () => hangs }),
  ],
])('%s, a call is given up after 15 s and sent again later', async (_what, answer) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', (_url: string, { signal }: { signal: AbortSignal }) =>
    answer(
      new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    ),
  )
  const sent = createTransport(() => clocks, call).send([entry])
  await vi.advanceTimersByTimeAsync(15_000)
  expect(vi.getTimerCount()).toBe(0)
  expect(await sent).toMatchObject({ blocked: { kind: 'later', silent: true } })
})

describe('an award is refused for good', () => {
  test.each(REFUSED_FOR_GOOD)('by %s over HTTP 200 and nothing else', async (code) => {
    expect(await sendTo(answering(ko(code)))).toEqual({
      kind: 'refused',
      code,
      reason: `Poruka: ${code}`,
    })
    expect((await sendTo(answering(ko(code), { status: 500 })))?.kind).not.toBe('refused')
  })

  const others = [...RULE_CODES, ...Object.keys(TRANSPORT_STATUS), 'A_CODE_FROM_TOMORROW'].filter(
    (code) => !REFUSED_FOR_GOOD.some((refused) => refused === code),
  )
  test.each(others)('but not by %s, after which it waits', async (code) => {
    expect(['failed', 'later', 'other-session']).toContain(
      (await sendTo(answering(ko(code))))?.kind,
    )
  })
})

test.each([
  ['NOT_AUTHENTICATED', 'fault 15'],
  ['OTHER_ACCOUNT', 'fault 16'],
])('%s holds all awards until their account signs in (%s)', async (code) => {
  expect(await sendTo(answering(ko(code)))).toEqual({ kind: 'other-session' })
})

test('fault 14: 429 and 503 pause for Retry-After, and an app that is too old says that it waits', async () => {
  const busy = answering(ko('TOO_MANY_REQUESTS'), { status: 429, headers: { 'retry-after': '7' } })
  expect(await sendTo(busy)).toEqual({ kind: 'later', silent: false, retryAfterMs: 7_000 })
  for (const answer of [
    answering(ko('UNAVAILABLE'), { status: 503 }),
    answering(ko('CLIENT_TOO_OLD')),
  ]) {
    expect(await sendTo(answer)).toEqual({ kind: 'later', silent: false, retryAfterMs: null })
  }
})

test.each([
  ['a page of HTML', '<html>429</html>'],
  ['JSON of its own', { error: 'rate limited' }],
])(
  'fault 14: %s with which a proxy answers 429 pauses for its Retry-After too',
  async (_what, body) => {
    const pause = { kind: 'later', silent: false, retryAfterMs: 7_000 }
    const busy = answering(body, { status: 429, headers: { 'retry-after': '7' } })
    expect(await sendTo(busy)).toEqual(pause)
    vi.stubGlobal('fetch', busy)
    expect(
      await learnServerTime(
        [entry],
        () => ({ ...clocks, pageLife: 'two', serverTime: null }),
        call,
      ),
    ).toEqual(pause)
  },
)

test.each([
  [503, '2592000', { silent: false, retryAfterMs: 300_000 }],
  [200, '7', { silent: true, retryAfterMs: null }],
])(
  'fault 14: a page that a proxy answers with %d pauses for five minutes at most, and only if it is busy',
  async (status, seconds, pause) => {
    const page = answering('<html>', { status, headers: { 'retry-after': seconds } })
    expect(await sendTo(page)).toEqual({ kind: 'later', ...pause })
  },
)

describe('voiding an award that was cancelled after it was sent', () => {
  async function voidTo(answer: () => Promise<Response>, own: Partial<AwardEntry> = {}) {
    const bodies: string[] = []
    vi.stubGlobal(
      'fetch',
      async (address: string, { body }: { body: string | URLSearchParams }) => {
        bodies.push(
          `${new URL(address, 'https://igra.example.hr').searchParams.get('option')} ${body.toString()}`,
        )
        return await answer()
      },
    )
    return {
      outcome: await createTransport(() => clocks, call).voidAward({ ...entry, ...own }),
      bodies,
    }
  }

  test('names the award and its account, and brings back the voided award', async () => {
    const { outcome, bodies } = await voidTo(
      answering({ status: 'OK', award: { ...award, voided: true }, server_time }),
    )
    expect(outcome).toEqual({ kind: 'recorded', award: { ...award, voided: true } })
    expect(bodies).toEqual([`void_award award_id=${entry.awardId}&user_id=iva`])
  })

  test('fault 79: says how long ago it was cancelled', async () => {
    const cancelMade = {
      ...entry.made,
      forward: clocks.forward - 660_000,
      pageLife: clocks.pageLife,
    }
    const { bodies } = await voidTo(answering(ko('VOID_TOO_LATE')), { cancelMade })
    expect(bodies).toEqual([`void_award award_id=${entry.awardId}&user_id=iva&queued_ms=660000`])
  })

  test.each(['VOID_TOO_LATE', 'AWARD_NOT_FOUND', 'FORBIDDEN'])(
    'is refused for good by %s',
    async (code) => {
      expect((await voidTo(answering(ko(code)))).outcome).toEqual({
        kind: 'refused',
        code,
        reason: `Poruka: ${code}`,
      })
    },
  )

  test.each([
    ['an error of the server', answering(ko('INTERNAL'), { status: 500 }), { kind: 'failed' }],
    [
      'silence',
      () => Promise.reject(new TypeError('Failed to fetch')),
      { kind: 'later', silent: true, retryAfterMs: null },
    ],
    ['another session', answering(ko('OTHER_ACCOUNT')), { kind: 'other-session' }],
  ])('is tried again after %s', async (_what, answer, outcome) => {
    expect((await voidTo(answer)).outcome).toEqual(outcome)
  })
})

describe('several awards in one call', () => {
  const first = newEntry({ order: 1 })
  const second = newEntry({ order: 2, teamId: 'sove' })
  const recorded = (one: AwardEntry) => ({
    status: 'OK',
    award_id: one.awardId,
    award: recordedAward(one),
    duplicate: false,
  })

  /** Sends both over a network with this response; `forward` is the page's monotonic clock. */
  async function sendBoth(answer: (calls: string[]) => Promise<Response>, forward: number) {
    const calls: string[] = []
    vi.stubGlobal('fetch', async (address: string) => {
      calls.push(new URL(address, 'https://igra.example.hr').searchParams.get('option') ?? '')
      return await answer(calls)
    })
    const { outcomes, blocked } = await createTransport(() => ({ ...clocks, forward }), call).send([
      first,
      second,
    ])
    return { calls, outcomes: Object.fromEntries(outcomes), blocked }
  }
  const json = (body: unknown) => Promise.resolve(new Response(JSON.stringify(body)))
  const refusal = {
    status: 'KO',
    award_id: second.awardId,
    code: 'COOLDOWN',
    message: 'Pauza.',
    cooldowns: [],
  }

  test('fault 53: each award gets the outcome of its own result', async () => {
    const results = [recorded(first), refusal]
    expect(await sendBoth(() => json({ status: 'OK', results, server_time }), 0)).toEqual({
      calls: ['award_many'],
      outcomes: {
        [first.awardId]: { kind: 'recorded', award: recordedAward(first) },
        [second.awardId]: { kind: 'refused', code: 'COOLDOWN', reason: 'Pauza.' },
      },
      blocked: null,
    })
  })

  test.each([
    ['is missing', []],
    ['is about another award', [{ ...recorded(second), award: recordedAward(first) }]],
    ['carries another award', [{ ...recorded(first), award: recordedAward(second) }]],
    ['is at another index', [recorded(second), recorded(first)].slice(0, 1)],
    [
      'says that the server could not take it',
      [{ ...refusal, award_id: first.awardId, code: 'UNAVAILABLE' }],
    ],
    [
      'has an unknown code',
      [{ ...refusal, award_id: first.awardId, code: 'A_CODE_FROM_TOMORROW' }],
    ],
  ])('fault 53: an award whose result %s waits', async (_how, results) => {
    const { outcomes } = await sendBoth(() => json({ status: 'OK', results, server_time }), 0)
    expect(outcomes[first.awardId]).toEqual({ kind: 'failed' })
  })

  test('fault 16: an award of another account holds the queue, and those recorded in the same call count', async () => {
    const results = [recorded(first), { ...refusal, code: 'OTHER_ACCOUNT' }]
    const { outcomes, blocked } = await sendBoth(
      () => json({ status: 'OK', results, server_time }),
      0,
    )
    expect(Object.keys(outcomes)).toEqual([first.awardId])
    expect(blocked).toEqual({ kind: 'other-session' })
  })

  test('each is sent with its own data and the time since its tap', async () => {
    let sent = ''
    vi.stubGlobal(
      'fetch',
      async (_address: string, { body }: { body: string | URLSearchParams }) => {
        sent = new URLSearchParams(body).get('awards') ?? ''
        return await json({ status: 'OK', results: [], server_time })
      },
    )
    const later = { ...clocks, forward: 2_000, device: 2_000, serverTime: 2_000 }
    await createTransport(() => later, call).send([first, second])
    const common = { point_type: 'pobjeda', user_id: 'iva', vendor_id: 'arkade', queued_ms: 2_000 }
    expect(JSON.parse(sent)).toEqual([
      { award_id: first.awardId, team_id: 'vukovi', ...common },
      { award_id: second.awardId, team_id: 'sove', ...common },
    ])
  })

  test('a single award is sent by the call for one award, and no award makes no call', async () => {
    const calls: string[] = []
    vi.stubGlobal('fetch', async (address: string) => {
      calls.push(new URL(address, 'https://igra.example.hr').searchParams.get('option') ?? '')
      return await json({
        status: 'OK',
        award: recordedAward(first),
        duplicate: false,
        server_time,
      })
    })
    const now = () => clocks
    expect(await createTransport(now, call).send([])).toEqual({
      outcomes: new Map(),
      blocked: null,
    })
    expect(calls).toEqual([])
    const { outcomes } = await createTransport(now, call).send([first])
    expect([calls, [...outcomes.keys()]]).toEqual([['award_points'], [first.awardId]])
  })

  test('fault 14: a pause that the server asks for holds all awards, and none is tried alone', async () => {
    const busy = () =>
      Promise.resolve(
        new Response(JSON.stringify(ko('UNAVAILABLE')), {
          status: 503,
          headers: { 'retry-after': '3' },
        }),
      )
    expect(await sendBoth(busy, 0)).toEqual({
      calls: ['award_many'],
      outcomes: {},
      blocked: { kind: 'later', silent: false, retryAfterMs: 3_000 },
    })
  })

  test('fault 53: after a cut-off or lost response all awards stay waiting', async () => {
    const cut = await sendBoth(
      () => Promise.resolve(new Response('{"status":"OK","results":[{"sta')),
      0,
    )
    expect(cut).toMatchObject({ outcomes: {}, blocked: { kind: 'later', silent: true } })
    const lost = await sendBoth(() => Promise.reject(new TypeError('Failed to fetch')), 0)
    expect(lost).toMatchObject({ outcomes: {}, blocked: { kind: 'later', silent: true } })
  })

  test.each(['INVALID_INPUT', 'MALFORMED', 'INTERNAL'])(
    '%s for the whole call refuses none of its awards',
    async (code) => {
      const answer = (calls: string[]) =>
        calls.length === 1
          ? json(ko(code))
          : json({ status: 'OK', award: recordedAward(first), duplicate: false, server_time })
      const { calls, outcomes } = await sendBoth(answer, 0)
      expect(calls).toEqual(['award_many', 'award_points'])
      expect(outcomes).toEqual({
        [first.awardId]: { kind: 'recorded', award: recordedAward(first) },
      })
    },
  )
})

describe('rule 10: an award whose id somebody else used first, taken from the shown copy', () => {
  const shown = newEntry({ shown: true })
  /** Sends it to a server that answers AWARD_CONFLICT unless a copy proves who signed it. */
  async function sendTaken(one: AwardEntry, sign?: (entry: AwardEntry) => Promise<string | null>) {
    const sent: (string | null)[] = []
    vi.stubGlobal('fetch', async (_address: string, { body }: { body: URLSearchParams }) => {
      const voucher = new URLSearchParams(body.toString()).get('voucher')
      sent.push(voucher)
      const answer =
        voucher === 'copy'
          ? { status: 'OK', award: recordedAward(one), duplicate: false, server_time }
          : ko('AWARD_CONFLICT')
      return new Response(JSON.stringify(answer))
    })
    const { outcomes } = await createTransport(() => clocks, call, sign).send([one])
    return { sent, kind: outcomes.get(one.awardId)?.kind }
  }

  test('is sent once more with the signed copy; without a valid one it is refused', async () => {
    expect(await sendTaken(shown, async () => 'copy')).toEqual({
      sent: [null, 'copy'],
      kind: 'recorded',
    })
    expect(await sendTaken(shown, async () => 'of another')).toEqual({
      sent: [null, 'of another'],
      kind: 'refused',
    })
    expect(await sendTaken(shown, async () => null)).toEqual({ sent: [null], kind: 'refused' })
    expect(await sendTaken(newEntry(), async () => 'copy')).toEqual({
      sent: [null],
      kind: 'refused',
    })
  })

  test('waits for a page that can sign, if the sender cannot', async () => {
    expect(await sendTaken(shown)).toEqual({ sent: [null], kind: 'failed' })
  })
})
