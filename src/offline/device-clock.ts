import * as v from 'valibot'
import type { LocalStorage } from '../api/local-storage'

const KEY = 'geek-device-clock'
const savedSchema = v.object({ wall: v.number(), device: v.number() })

export interface DeviceClockWorld {
  /** Null in a worker, and where the browser refuses local storage. */
  readonly storage: Pick<LocalStorage, 'getItem' | 'setItem'> | null
  /** The device's clock (ms), which people and networks set. */
  readonly wall: () => number
  /** ms of this page life, which only goes forward. */
  readonly forward: () => number
}

/** A timeline (ms) of one device that only goes forward, over page lives too. */
export interface DeviceClock {
  now(): number
  /** Notes the moment, so that a later page life goes on from it. */
  save(): void
}

/**
 * Keeps the distance of two awards whatever the device's clock does (fault 50): while a page lives the forward clock
 * counts, and between two lives the device's clock, as long as it has not gone back. The clock set while no page lives
 * is the one change that cannot be seen; `settleTimes` bounds what it does.
 */
export function createDeviceClock({ storage, wall, forward }: DeviceClockWorld): DeviceClock {
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
      // Another tab may be ahead of this one; the timeline never goes back.
      const device = Math.max(now(), readSaved()?.device ?? Number.NEGATIVE_INFINITY)
      storage?.setItem(KEY, JSON.stringify({ wall: wall(), device }))
    } catch {
      // A full or refused storage: the next life goes by the device's clock.
    }
  }
  // A tab that opens while this one lives goes by the same timeline.
  save()
  return { now, save }
}
