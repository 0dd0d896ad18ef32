import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { QUEUED_MAX_MS } from '#contract/protocol'
import { sleepsSoFar } from '#lib/device-sleep'
import { knownServerTime, recordServerTime, serverNow } from '#lib/server-clock'
import {
  type Clocks,
  captureClocks,
  createDeviceClock,
  estimatedServerTime,
  type MadeAt,
  queuedMs,
  readClocks,
  recordContact,
} from '../../src/offline/clocks'
import { createFakeStorage } from './fake-storage'

const HOUR = 3_600_000

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** A device with an adjustable clock that opens one page after another. */
function createTestDevice() {
  vi.stubGlobal('localStorage', createFakeStorage())
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  return {
    pass: (ms: number) => vi.advanceTimersByTime(ms),
    setClock: (ms: number) => vi.setSystemTime(Date.now() + ms),
    /** The monotonic clock stands still meanwhile. */
    sleep: (ms: number) => vi.setSystemTime(Date.now() + ms),
    openPage: createDeviceClock,
  }
}

describe("fault 50: the device's timeline", () => {
  test('follows the monotonic clock while a page lives, no matter how the wall clock is set', () => {
    const device = createTestDevice()
    const clock = device.openPage()
    const before = clock.now()
    device.setClock(-HOUR)
    device.pass(6_500)
    expect(clock.now() - before).toBe(6_500)
  })

  test('counts a sleep of the device, in which the monotonic clock stands still', () => {
    const device = createTestDevice()
    const clock = device.openPage()
    const before = clock.now()
    device.pass(1_000)
    device.sleep(8 * HOUR)
    device.pass(500)
    expect(clock.now() - before).toBe(8 * HOUR + 1_500)
    expect(device.openPage().now() - before).toBe(8 * HOUR + 1_500)
  })

  test('continues over a reload, even if the wall clock was set before it', () => {
    const device = createTestDevice()
    const first = device.openPage()
    const before = first.now()
    device.setClock(-HOUR)
    device.pass(1_000)
    first.save()
    device.pass(200)
    expect(device.openPage().now() - before).toBe(1_200)
  })

  test('stops instead of going back if the wall clock was set back while no page was open', () => {
    const device = createTestDevice()
    const first = device.openPage()
    first.save()
    const before = first.now()
    device.setClock(-HOUR)
    device.pass(5_000)
    const second = device.openPage()
    expect(second.now()).toBe(before)
    device.pass(3_000)
    expect(second.now()).toBe(before + 3_000)
  })

  test('never goes back in any tab, no matter how the wall clock is set and whether the timeline was saved', () => {
    const step = fc.record({
      set: fc.integer({ min: -HOUR, max: HOUR }),
      pass: fc.integer({ min: 0, max: HOUR }),
      what: fc.constantFrom('save', 'reload', 'kill'),
    })
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const device = createTestDevice()
        let clock = device.openPage()
        let latest = clock.now()
        for (const { set, pass, what } of steps) {
          device.setClock(set)
          device.pass(pass)
          if (what !== 'kill') {
            latest = clock.now()
            clock.save()
          }
          if (what !== 'save') clock = device.openPage()
          expect(clock.now()).toBeGreaterThanOrEqual(what === 'kill' ? 0 : latest)
        }
      }),
    )
  })

  test('starts at the wall clock’s time if storage is blocked or has invalid content', () => {
    vi.useFakeTimers({ now: 700, toFake: ['Date', 'performance'] })
    for (const storage of [
      undefined,
      { getItem: () => 'nonsense', setItem: () => expect.fail('full') },
    ]) {
      vi.stubGlobal('localStorage', storage)
      const clock = createDeviceClock()
      clock.save()
      expect(clock.now()).toBe(700)
    }
  })
})

const DAY = 24 * HOUR

const made: MadeAt = {
  wall: 1_000_000,
  forward: 500,
  device: 1_000_000,
  pageLife: 'one',
  serverTime: null,
  lastContact: null,
}
const now: Clocks = { forward: 500, device: 1_000_000, pageLife: 'one', serverTime: null }

describe('fault 32: the time since a tap', () => {
  test('follows the monotonic clock while the page lives, even if the wall clock is set meanwhile', () => {
    expect(queuedMs(made, { ...now, forward: 90_500, device: made.wall - DAY })).toBe(90_000)
  })

  test('follows the server’s time within one page life only if that gives more time than the monotonic clock', () => {
    const known = { ...made, serverTime: 7 * DAY, lastContact: 7 * DAY }
    expect(queuedMs(known, { ...now, forward: 60_500, serverTime: 7 * DAY + HOUR })).toBe(HOUR)
    expect(queuedMs(known, { ...now, forward: 60_500, serverTime: 7 * DAY + 45_000 })).toBe(60_000)
  })

  test('follows the device’s timeline after a reload, and its wall clock for an entry of the first release', () => {
    const later = { ...now, pageLife: 'two', forward: 10, device: made.wall + HOUR }
    expect(queuedMs(made, later)).toBe(HOUR)
    const { device: _unknown, ...first } = made
    expect(queuedMs(first, later)).toBe(HOUR)
  })

  test('follows the server’s time if it is known for the tap and for now, whatever the device’s clock says', () => {
    const known = { ...made, serverTime: 7 * DAY, lastContact: 7 * DAY - 1_000 }
    expect(
      queuedMs(known, {
        ...now,
        device: made.wall + 400 * DAY,
        forward: 10,
        pageLife: 'two',
        serverTime: 7 * DAY + HOUR,
      }),
    ).toBe(HOUR)
  })

  test('is bounded by the last contact with the server, so that no clock makes an award too old', () => {
    const known = { ...made, lastContact: 7 * DAY }
    const later = {
      ...now,
      device: made.wall + 400 * DAY,
      forward: 10,
      pageLife: 'two',
      serverTime: 7 * DAY + 2 * HOUR,
    }
    expect(queuedMs(known, later)).toBe(2 * HOUR)
  })

  test('is never more than the server accepts, so that even an award from another year gets an answer', () => {
    const later = { ...now, device: made.wall + 2_000 * DAY, forward: 10, pageLife: 'two' }
    expect(queuedMs(made, later)).toBe(QUEUED_MAX_MS)
  })

  test('is a whole number and never below 0, whatever the clocks say', () => {
    const clock = fc.double({ min: -1e13, max: 1e13, noNaN: true })
    const known = fc.option(clock)
    const life = fc.constantFrom('one', 'two')
    fc.assert(
      fc.property(
        fc.record({
          wall: clock,
          forward: clock,
          device: clock,
          pageLife: life,
          serverTime: known,
          lastContact: known,
        }),
        fc.record({ forward: clock, device: clock, pageLife: life, serverTime: known }),
        (tap, later) => {
          const queued = queuedMs(tap, later)
          expect(queued).toBeGreaterThanOrEqual(0)
          expect(Number.isSafeInteger(queued)).toBe(true)
          if (
            tap.pageLife !== later.pageLife &&
            tap.lastContact !== null &&
            later.serverTime !== null
          ) {
            expect(queued).toBeLessThanOrEqual(
              Math.max(0, Math.ceil(later.serverTime - tap.lastContact)),
            )
          }
        },
      ),
    )
  })
})

describe('the age of an award of an earlier page life', () => {
  const made = {
    wall: 0,
    forward: 0,
    device: 2_000,
    pageLife: 'before',
    serverTime: null,
    lastContact: null,
  }
  const now = { forward: 0, device: 5_000, pageLife: 'now', serverTime: null }

  test.each([
    ['neither time of the server is known', {}, {}],
    ['only the present time of the server is known', {}, { serverTime: 1_000 }],
    ['only the server’s time of the tap is known', { serverTime: 1_000 }, {}],
    ['only the last contact is known', { lastContact: 4_000 }, {}],
  ])('is measured by the device’s clock if %s', (_what, ownMade, ownNow) => {
    expect(queuedMs({ ...made, ...ownMade }, { ...now, ...ownNow })).toBe(3_000)
  })
})

test('fault 32: an answer that is read late sets the server’s clock by the time of its arrival', () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] })
  const serverTime = Date.UTC(2026, 8, 1)
  recordServerTime(new Date(serverTime).toISOString(), performance.now() - 3_000, sleepsSoFar())
  expect(serverNow()).toBe(serverTime + 3_000)
})

describe('fault 32: after the device has slept with the page open', () => {
  const contact = (serverTime: number, sleeps = sleepsSoFar()) =>
    recordServerTime(new Date(serverTime).toISOString(), performance.now(), sleeps)

  test('the server’s time is unknown until the next answer, and countdowns count the sleep', () => {
    const device = createTestDevice()
    const evening = Date.UTC(2026, 8, 2, 22)
    contact(evening)
    device.pass(1_000)
    expect(knownServerTime()).toBe(evening + 1_000)
    device.sleep(8 * HOUR)
    expect([knownServerTime(), serverNow()]).toEqual([null, evening + 8 * HOUR + 1_000])
    contact(evening + 9 * HOUR)
    expect(knownServerTime()).toBe(evening + 9 * HOUR)
  })

  test('an answer to a call from before the sleep tells no time', () => {
    const device = createTestDevice()
    const evening = Date.UTC(2026, 8, 3, 22)
    contact(evening)
    const sleeps = sleepsSoFar()
    device.sleep(8 * HOUR)
    contact(evening, sleeps)
    expect([knownServerTime(), serverNow()]).toEqual([null, evening + 8 * HOUR])
  })

  test('a tap counts as made in another page life, without a server time, and the last contact bounds its age', () => {
    const device = createTestDevice()
    const evening = Date.UTC(2026, 8, 4, 22)
    contact(evening)
    recordContact()
    const before = captureClocks()
    device.sleep(8 * HOUR)
    const after = captureClocks()
    expect(after).toMatchObject({ serverTime: null, lastContact: evening })
    expect(after.pageLife).not.toBe(before.pageLife)
    expect(queuedMs(before, readClocks())).toBe(8 * HOUR)
    expect(estimatedServerTime()).toBeCloseTo(evening + 8 * HOUR, 0)
  })
})
