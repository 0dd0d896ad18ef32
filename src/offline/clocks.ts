import { localStorageOrNull } from '../api/local-storage'
import { randomUuid } from '../api/random-uuid'
import { knownServerTime } from '../server-clock'
import { createDeviceClock } from './device-clock'
import type { Clocks } from './queued-time'

const pageLife = randomUuid()

/** The device's timeline, as continued by this page or worker. */
export const deviceClock = createDeviceClock({
  storage: localStorageOrNull(),
  wall: () => Date.now(),
  forward: () => performance.now(),
})

/** Reads the current clocks of this page or worker instance. */
export function readClocks(): Clocks {
  return {
    wall: Date.now(),
    forward: performance.now(),
    device: deviceClock.now(),
    pageLife,
    serverTime: knownServerTime(),
  }
}
