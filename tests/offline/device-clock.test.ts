import fc from 'fast-check'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { createDeviceClock } from '../../src/offline/clock'
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
    openPage: createDeviceClock,
  }
}

describe("fault 50: the device's timeline", () => {
  test('follows the monotonic clock while a page lives, however the clock is set', () => {
    const device = createTestDevice()
    const clock = device.openPage()
    const before = clock.now()
    device.setClock(-HOUR)
    device.pass(6_500)
    expect(clock.now() - before).toBe(6_500)
  })

  test('continues over a reload, also if the clock was set before it', () => {
    const device = createTestDevice()
    const first = device.openPage()
    const before = first.now()
    device.setClock(-HOUR)
    device.pass(1_000)
    first.save()
    device.pass(200)
    expect(device.openPage().now() - before).toBe(1_200)
  })

  test('stands still instead of going back if the clock was set back while no page was open', () => {
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

  test('never goes back, however the clock is set, whether it was saved or not, in any tab', () => {
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

  test("starts with the device's clock if storage is blocked or has invalid content", () => {
    vi.useFakeTimers({ now: 700, toFake: ['Date', 'performance'] })
    for (const storage of [undefined, { getItem: () => 'nonsense', setItem: () => expect.fail('full') }]) {
      vi.stubGlobal('localStorage', storage)
      const clock = createDeviceClock()
      clock.save()
      expect(clock.now()).toBe(700)
    }
  })
})
