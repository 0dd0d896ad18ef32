import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { QUEUED_MAX_MS } from '#contract/protocol'
import { type Clocks, type MadeAt, queuedMs } from '../../src/offline/queued-time'

const HOUR = 3_600_000
const DAY = 24 * HOUR

const made: MadeAt = { wall: 1_000_000, forward: 500, device: 1_000_000, pageLife: 'one', serverTime: null, lastContact: null }
const now: Clocks = { forward: 500, device: 1_000_000, pageLife: 'one', serverTime: null }

describe('fault 32: the time since a tap', () => {
  test('follows the monotonic clock while the page lives, however the clock is set meanwhile', () => {
    expect(queuedMs(made, { ...now, forward: 90_500, device: made.wall - DAY })).toBe(90_000)
  })

  test('follows the server’s time within one page life only if that is more: the monotonic clock slept, or a response took long', () => {
    const heard = { ...made, serverTime: 7 * DAY, lastContact: 7 * DAY }
    expect(queuedMs(heard, { ...now, forward: 60_500, serverTime: 7 * DAY + HOUR })).toBe(HOUR)
    expect(queuedMs(heard, { ...now, forward: 60_500, serverTime: 7 * DAY + 45_000 })).toBe(60_000)
  })

  test("follows the device's timeline after the page was closed, and its clock for an entry of the first release", () => {
    const later = { ...now, pageLife: 'two', forward: 10, device: made.wall + HOUR }
    expect(queuedMs(made, later)).toBe(HOUR)
    const { device: _unknown, ...first } = made
    expect(queuedMs(first, later)).toBe(HOUR)
  })

  test("follows the server's time if known at both ends, whatever the device's clock says", () => {
    const heard = { ...made, serverTime: 7 * DAY, lastContact: 7 * DAY - 1_000 }
    expect(
      queuedMs(heard, { ...now, device: made.wall + 400 * DAY, forward: 10, pageLife: 'two', serverTime: 7 * DAY + HOUR }),
    ).toBe(HOUR)
  })

  test('is bounded by the last contact with the server, so that no clock makes an award too old', () => {
    const heard = { ...made, lastContact: 7 * DAY }
    const later = { ...now, device: made.wall + 400 * DAY, forward: 10, pageLife: 'two', serverTime: 7 * DAY + 2 * HOUR }
    expect(queuedMs(heard, later)).toBe(2 * HOUR)
  })

  test('is never more than the server reads, so that an award of another year is still answered by its id', () => {
    const later = { ...now, device: made.wall + 2_000 * DAY, forward: 10, pageLife: 'two' }
    expect(queuedMs(made, later)).toBe(QUEUED_MAX_MS)
  })

  test('is a whole number and never below 0, whatever the clocks say', () => {
    const clock = fc.double({ min: -1e13, max: 1e13, noNaN: true })
    const known = fc.option(clock)
    const life = fc.constantFrom('one', 'two')
    fc.assert(
      fc.property(
        fc.record({ wall: clock, forward: clock, device: clock, pageLife: life, serverTime: known, lastContact: known }),
        fc.record({ forward: clock, device: clock, pageLife: life, serverTime: known }),
        (tap, later) => {
          const queued = queuedMs(tap, later)
          expect(queued).toBeGreaterThanOrEqual(0)
          expect(Number.isSafeInteger(queued)).toBe(true)
          if (tap.pageLife !== later.pageLife && tap.lastContact !== null && later.serverTime !== null) {
            expect(queued).toBeLessThanOrEqual(Math.max(0, Math.ceil(later.serverTime - tap.lastContact)))
          }
        },
      ),
    )
  })
})

describe('the age of an award of an earlier page life', () => {
  const made = { wall: 0, forward: 0, device: 2_000, pageLife: 'before', serverTime: null, lastContact: null }
  const now = { forward: 0, device: 5_000, pageLife: 'now', serverTime: null }

  test.each([
    ['neither time of the server is known', {}, {}],
    ['only the present time of the server is known', {}, { serverTime: 1_000 }],
    ['only the server’s time of the tap is known', { serverTime: 1_000 }, {}],
    ['only the last contact is known', { lastContact: 4_000 }, {}],
  ])('is told by the device’s clock where %s', (_what, ownMade, ownNow) => {
    expect(queuedMs({ ...made, ...ownMade }, { ...now, ...ownNow })).toBe(3_000)
  })
})
