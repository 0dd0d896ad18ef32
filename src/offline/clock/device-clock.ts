import * as v from 'valibot'
import type { LocalStorage } from '../../api/local-storage'

const KEY = 'geek-device-clock'
const savedSchema = v.object({ wall: v.number(), device: v.number() })

export interface DeviceClockWorld {
  /** Null in a worker, and if the browser refuses local storage. */
  readonly storage: Pick<LocalStorage, 'getItem' | 'setItem'> | null
  /** The device's clock (ms), which users and networks may change. */
  readonly wall: () => number
  /** A monotonic clock (ms) of this page life. */
  readonly forward: () => number
}

/**
 * A timeline (ms) of one device that is monotonic across page lives. Preserves the time between two awards when the device's clock is
 * changed (fault 50). While a page lives, the monotonic clock counts; between two page lives the device's clock does, unless it went
 * back. A change of the clock while no page lives cannot be detected; `settleTimes` bounds its effect.
 */
export function createDeviceClock({ storage, wall, forward }: DeviceClockWorld) {
  function readSaved() {
    try {
      const saved = v.safeParse(savedSchema, JSON.parse(storage?.getItem(KEY) ?? 'null'))
      return saved.success ? saved.output : null
    } catch {
      return null
    }
  }
  const start = forward()
  const saved = readSaved()
  const origin = saved === null ? wall() : saved.device + Math.max(0, wall() - saved.wall)
  const now = () => origin + forward() - start
  function save(): void {
    try {
      // Another tab may be ahead of this one, and the timeline never goes back.
      const device = Math.max(now(), readSaved()?.device ?? Number.NEGATIVE_INFINITY)
      storage?.setItem(KEY, JSON.stringify({ wall: wall(), device }))
    } catch {
      // Storage is full or refused: the next page life starts from the device's clock.
    }
  }
  // A tab that opens later shares this timeline.
  save()
  return {
    now,
    /** Stores the current time, so that a later page life continues from it. */
    save,
  }
}
