import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Answer, newEntry, noting, REFUSED, SILENT } from './entries'
import { createDevice } from './fake-deps'

/** A device with a tab where Iva is signed in, after the answer to its first award. */
async function tabThatSends(...opened: Parameters<ReturnType<typeof createDevice>['openTab']>) {
  const device = createDevice()
  const tab = device.openTab(...opened)
  await tab.signIn('iva')
  await tab.add(newEntry())
  await tab.idle()
  return { device, tab }
}

/**
 * A device with a waiting award and two tabs: one holds the lock until `held` is resolved, and the
 * other, which sends by `answer`, has found it held.
 */
async function twoTabs(answer: Answer) {
  const device = createDevice()
  const held = Promise.withResolvers<typeof SILENT>()
  const holder = device.openTab(() => held.promise)
  const other = device.openTab(answer)
  await device.store.append(newEntry())
  await holder.signIn('iva')
  await other.signIn('iva')
  await other.idle()
  return { device, holder, held }
}

describe('draining the outbox', () => {
  test('fault 10: a burst of triggers causes one drain and one more after it', async () => {
    const device = createDevice()
    const { sent, send } = noting(async () => SILENT)
    const tab = device.openTab(send)
    await tab.signIn('iva')
    await device.store.append(newEntry())
    for (let reasons = 0; reasons < 10; reasons++) tab.kick()
    await tab.idle()
    expect(sent.length).toBeLessThanOrEqual(2)
  })

  test('fault 14: only the button ends a pause that the server asked for, not a tap or the network’s return', async () => {
    let answer: Awaited<ReturnType<Answer>> = { kind: 'later', silent: false, retryAfterMs: 20_000 }
    const { sent, send } = noting(async () => answer)
    const { device, tab } = await tabThatSends(send)
    expect(sent).toHaveLength(1)
    await tab.add(newEntry())
    tab.kick()
    await tab.idle()
    expect(sent).toHaveLength(1)
    tab.sendNow()
    await tab.idle()
    expect(sent.length).toBeGreaterThan(1)
    answer = true
    await device.pass(device.nextAttempt() ?? 0)
    expect(tab.view().entries).toEqual([])
  })

  test('faults 15 and 16: waits while nobody or another account is signed in, and continues with the award’s account', async () => {
    const device = createDevice()
    const { sent, send } = noting()
    const tab = device.openTab(send)
    await tab.signIn(null)
    await tab.add(newEntry({ userId: 'iva' }))
    await tab.signIn('luka')
    await tab.idle()
    expect(sent).toEqual([])
    expect(tab.view().entries).toHaveLength(1)
    await tab.signIn('iva')
    await tab.idle()
    expect(sent.map(({ userId }) => userId)).toEqual(['iva'])
  })

  test('fault 24: requests a background sync when hidden with waiting awards, and again if the server does not respond', async () => {
    const device = createDevice()
    const tab = device.openTab(async () => SILENT)
    await tab.signIn('iva')
    tab.onHidden()
    await tab.add(newEntry())
    await tab.idle()
    expect(device.syncsAsked()).toBe(0)
    device.putAway()
    expect(device.syncsAsked()).toBe(1)
    tab.kick()
    await tab.idle()
    expect(device.syncsAsked()).toBe(2)
  })

  test.each([
    ['the server asked for a pause', { kind: 'later', silent: false, retryAfterMs: 20_000 }],
    ['the server answered otherwise', { kind: 'later', silent: false, retryAfterMs: null }],
    ['the award failed', { kind: 'failed' }],
    ['another account is signed in', { kind: 'other-session' }],
  ] as const)(
    'fault 24: a hidden page does not wake the worker if sending would be in vain: %s',
    async (_what, answer) => {
      const { device } = await tabThatSends(async () => answer, { isVisible: () => false })
      expect(device.syncsAsked()).toBe(0)
    },
  )

  test('fault 14: a drain that is requested during the server’s pause waits until the pause ends', async () => {
    const device = createDevice()
    let sends = 0
    const tab = device.openTab(async () => {
      sends++
      tab.kick()
      return { kind: 'later', silent: false, retryAfterMs: 20_000 }
    })
    await tab.signIn('iva')
    await tab.add(newEntry())
    await tab.idle()
    expect([sends, device.nextAttempt()]).toEqual([1, 20_000])
    tab.onHidden()
    expect(device.syncsAsked()).toBe(0)
    await device.pass(20_000)
    expect(sends).toBe(2)
  })

  test('fault 14: after the network’s return the next try comes right after the server’s pause, without the backoff', async () => {
    let sends = 0
    const device = createDevice()
    const tab = device.openTab(async () => {
      sends++
      return sends < 6 ? SILENT : { kind: 'later', silent: false, retryAfterMs: 3_000 }
    })
    await tab.signIn('iva')
    await tab.add(newEntry())
    while (sends < 6) await device.pass(device.nextAttempt() ?? 0)
    expect(device.nextAttempt()).toBe(30_000)
    tab.onReturn()
    expect(device.nextAttempt()).toBe(3_000)
    await device.pass(3_000)
    expect(sends).toBe(7)
  })

  test('fault 24: at the end of a pause the worker may be asked again', async () => {
    let asked: number | null = 20_000
    const { device, tab } = await tabThatSends(async () => ({
      kind: 'later',
      silent: false,
      retryAfterMs: asked,
    }))
    asked = null
    await device.pass(20_000)
    tab.onHidden()
    expect(device.syncsAsked()).toBe(1)
  })

  test('fault 15: awards held back by another session are retried automatically, with growing pauses', async () => {
    const device = createDevice()
    let own = false
    const tab = device.openTab(async () => (own ? true : { kind: 'other-session' }))
    await device.store.append(newEntry())
    await tab.signIn('iva')
    await tab.idle()
    expect([tab.view().otherSession, device.nextAttempt()]).toEqual([true, 1_000])
    await device.pass(1_000)
    expect([tab.view().otherSession, device.nextAttempt()]).toEqual([true, 2_000])
    own = true
    await device.pass(2_000)
    expect(tab.view()).toMatchObject({ otherSession: false, entries: [] })
  })

  test('fault 15: a sign-in or sign-out clears the message about another session', async () => {
    const { tab } = await tabThatSends(async () => ({ kind: 'other-session' }))
    expect(tab.view().otherSession).toBe(true)
    await tab.signIn(null)
    expect(tab.view().otherSession).toBe(false)
  })

  test('fault 95: a tab that found the lock held drains as soon as the holder’s drain has ended', async () => {
    const { sent, send } = noting()
    const { held } = await twoTabs(send)
    expect(sent).toEqual([])
    held.resolve(SILENT)
    await expect.poll(() => sent).toHaveLength(1)
  })

  test('fault 21: tabs whose storage fails do not make each other drain again and again', async () => {
    const second = Promise.withResolvers<true>()
    const { sent, send } = noting(() => second.promise)
    const { device, holder, held } = await twoTabs(send)
    held.resolve(SILENT)
    await expect.poll(() => sent).toHaveLength(1)
    holder.kick()
    await holder.idle()
    // Each drain takes a few of these failures.
    device.failStore(...Array.from({ length: 100 }, () => ({ after: 0, isDone: false })))
    second.resolve(true)
    // Storage and messages of these tabs take no timers, so one turn of the event loop ends them.
    await new Promise((resolve) => setImmediate(resolve))
    expect(device.hasFailed()).toBe(false)
  })

  test('fault 12: a refused award is shown with its reason at once, and the next one goes through', async () => {
    const device = createDevice()
    const shown: unknown[] = []
    const [refused, next] = [newEntry(), newEntry()]
    const tab = device.openTab(async ({ awardId }) => {
      shown.push(tab.view().entries.map(({ refusal }) => refusal?.code))
      return awardId === refused.awardId ? REFUSED : true
    })
    const other = device.openTab(async () => true)
    await tab.signIn(null)
    for (const award of [refused, next]) await tab.add(award)
    await tab.signIn('iva')
    await tab.idle()
    expect(shown).toEqual([
      [undefined, undefined],
      ['COOLDOWN', undefined],
    ])
    expect([...tab.view().recorded.keys()]).toEqual([next.awardId])
    // The other tab reads the storage again after the drain.
    await expect
      .poll(() => other.view().entries.map(({ refusal }) => refusal?.code))
      .toEqual(['COOLDOWN'])
  })
})

/** The pauses (ms) after each of `times` drains that all get this answer. */
async function pausesAfter(
  times: number,
  answer: Awaited<ReturnType<Answer>>,
  random: number,
): Promise<number[]> {
  const device = createDevice()
  const tab = device.openTab(async () => answer, { random: () => random })
  await device.store.append(newEntry())
  await tab.signIn('iva')
  await tab.idle()
  const pauses: number[] = []
  while (pauses.length < times) {
    const pause = device.nextAttempt() ?? 0
    pauses.push(pause)
    await device.pass(pause)
  }
  return pauses
}

test('fault 13: the pause doubles from 1 s to at most 30 s, with jitter over its upper half', async () => {
  expect(await pausesAfter(7, SILENT, 1)).toEqual([
    1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
  ])
  expect(await pausesAfter(7, SILENT, 0)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
  expect((await pausesAfter(60, SILENT, 1)).at(-1)).toBe(30_000)
})

test("fault 14: the pause is at least the server's Retry-After", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 20 }),
      fc.integer({ min: 0, max: 120_000 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      async (times, retryAfterMs, random) => {
        const pauses = await pausesAfter(
          times,
          { kind: 'later', silent: false, retryAfterMs },
          random,
        )
        expect(Math.min(...pauses)).toBeGreaterThanOrEqual(retryAfterMs)
      },
    ),
  )
})
