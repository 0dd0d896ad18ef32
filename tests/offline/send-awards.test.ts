import { afterEach, describe, expect, test, vi } from 'vitest'
import { REFUSED_FOR_GOOD, RULE_CODES, TRANSPORT_STATUS } from '#contract/codes'
import type { Award } from '#contract/entities'
import { sendAward } from '../../src/offline/send-awards'
import { newEntry } from './entries'

const entry = newEntry()
const server_time = '2026-05-09T10:00:00.000Z'
const award: Award = {
  award_id: entry.awardId,
  team_id: 'vukovi',
  team_name: 'Plavi Vukovi',
  vendor_id: 'arkade',
  vendor_name: 'Arkadna zona',
  point_type: 'pobjeda',
  label: 'Pobjeda',
  points: 25,
  awarded_at: server_time,
  received_at: server_time,
  voided: false,
}
const ok = (own: Partial<Award> = {}) => ({ status: 'OK', award: { ...award, ...own }, duplicate: false, server_time })
const ko = (code: string) => ({ status: 'KO', code, message: `Poruka: ${code}`, server_time })

/** Sends the entry to a network that answers so. */
async function sendTo(answer: () => Promise<Response>) {
  vi.stubGlobal('fetch', answer)
  return await sendAward(entry, () => ({ wall: 0, forward: 0, device: 0, pageLife: 'one', serverTime: 0 }))
}
const answering =
  (body: unknown, init: ResponseInit = {}) =>
  () =>
    Promise.resolve(new Response(typeof body === 'string' ? body : JSON.stringify(body), init))

afterEach(() => vi.unstubAllGlobals())

describe('an award counts as recorded', () => {
  test('only by the OK for its own id, also as a duplicate', async () => {
    expect(await sendTo(answering(ok()))).toEqual({ is: 'recorded', award })
    expect(await sendTo(answering({ ...ok(), duplicate: true }))).toEqual({ is: 'recorded', award })
  })

  test.each([
    ['the OK of another award', answering(ok({ award_id: crypto.randomUUID() })), 'failed'],
    ['an OK over another status', answering(ok(), { status: 502 }), 'unreachable'],
    ["fault 20: a captive portal's page", answering('<html><body>Prijava na Wi-Fi</body></html>'), 'unreachable'],
    ['fault 21: an answer that was cut off', answering('{"status":"OK","award":{"award_id"'), 'unreachable'],
    ['JSON that is not of this API', answering({ status: 'OK' }), 'unreachable'],
    ['fault 4: silence', () => Promise.reject(new TypeError('Failed to fetch')), 'unreachable'],
  ])('not by %s', async (_what, answer, is) => {
    expect((await sendTo(answer)).is).toBe(is)
  })
})

describe('an award is refused for good', () => {
  test.each(REFUSED_FOR_GOOD)('by %s over HTTP 200, and by nothing else', async (code) => {
    expect(await sendTo(answering(ko(code)))).toEqual({ is: 'refused', code, reason: `Poruka: ${code}` })
    expect((await sendTo(answering(ko(code), { status: 500 }))).is).not.toBe('refused')
  })

  const kept = [...RULE_CODES, ...Object.keys(TRANSPORT_STATUS), 'A_CODE_FROM_TOMORROW'].filter(
    (code) => !REFUSED_FOR_GOOD.some((refused) => refused === code),
  )
  test.each(kept)('and %s keeps it', async (code) => {
    expect(['failed', 'unreachable', 'other-session']).toContain((await sendTo(answering(ko(code)))).is)
  })
})

test.each([
  ['NOT_AUTHENTICATED', 'fault 15'],
  ['OTHER_ACCOUNT', 'fault 16'],
])('%s holds all awards until their account signs in (%s)', async (code) => {
  expect(await sendTo(answering(ko(code)))).toEqual({ is: 'other-session' })
})

test('fault 14: 429 and 503 ask for a pause, as long as Retry-After says', async () => {
  const busy = answering(ko('TOO_MANY_REQUESTS'), { status: 429, headers: { 'retry-after': '7' } })
  expect(await sendTo(busy)).toEqual({ is: 'unreachable', silent: false, retryAfterMs: 7_000 })
  const down = answering(ko('UNAVAILABLE'), { status: 503 })
  expect(await sendTo(down)).toEqual({ is: 'unreachable', silent: false, retryAfterMs: null })
})
