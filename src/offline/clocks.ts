import { randomUuid } from '../api/random-uuid'
import { knownServerTime } from '../server-clock'
import type { Clocks } from './queued-time'

const pageLife = randomUuid()

/** The clocks of this page, or of this life of the worker, now. */
export function readClocks(): Clocks {
  return { wall: Date.now(), forward: performance.now(), pageLife, serverTime: knownServerTime() }
}
