import * as v from 'valibot'
import { readStored, writeStored } from '../../api/local-storage'

const KEY = 'geek-device-clock'
const savedSchema = v.object({ wall: v.number(), device: v.number() })

/**
 * A timeline (ms) of one device that is monotonic across page lives. Preserves the time between two awards when the device's clock is
 * changed (fault 50). While a page lives, the monotonic clock counts; between two page lives the device's clock does, unless it went
 * back. A change of the clock while no page lives cannot be detected; `settleTimes` bounds its effect.
 */
export function createDeviceClock() {
  const readSaved = () => readStored(KEY, savedSchema)
  const start = performance.now()
  const saved = readSaved()
  const origin = saved === null ? Date.now() : saved.device + Math.max(0, Date.now() - saved.wall)
  const now = () => origin + performance.now() - start
  function save(): void {
    // Another tab may be ahead of this one, and the timeline never goes back.
    const device = Math.max(now(), readSaved()?.device ?? Number.NEGATIVE_INFINITY)
    writeStored(KEY, { wall: Date.now(), device })
  }
  // A tab that opens later shares this timeline.
  save()
  return {
    now,
    /** Stores the current time, so that a later page life continues from it. */
    save,
  }
}
