import { localStorageOrNull } from '../api/local-storage'
import { randomUuid } from '../api/random-uuid'
import { knownServerTime } from '../server-clock'
import { createDeviceClock } from './device-clock'
import type { Clocks } from './queued-time'

const pageLife = randomUuid()

/** The timeline of this device, as this page or worker continues it. */
export const deviceClock = createDeviceClock({
  storage: localStorageOrNull(),
  wall: () => Date.now(),
  forward: () => performance.now(),
})

/** The clocks of this page, or of this life of the worker, now. */
export function readClocks(): Clocks {
  return {
    wall: Date.now(),
    forward: performance.now(),
    device: deviceClock.now(),
    pageLife,
    serverTime: knownServerTime(),
  }
}
