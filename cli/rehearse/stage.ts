import { type Chance, createChance } from '#server/demo/large'
import type { Book } from './book'
import type { Cast } from './cast'
import type { Meter } from './meter'
import type { Line } from './phone'
import type { Schedule } from './size'

/** How long booths may take to empty their outboxes after the end (ms). */
const LAST_DRAIN_MS = 60_000
const SHORT_PAUSE_MS = 200

/** What everybody in a rehearsal shares. */
export interface Stage {
  readonly cast: Cast
  readonly book: Book
  readonly meter: Meter
  readonly line: Line
  readonly schedule: Schedule
  readonly chance: Chance
  /** Booths that are offline at the moment. */
  readonly offline: Set<number>
  /** ms since the start. */
  elapsed(): number
  /** Until when booths go on sending what waits, in ms since the start. */
  lastDrainMs(): number
  /** Whether somebody has stopped the rehearsal. */
  isOver(): boolean
  /** Ends early if the rehearsal is stopped. */
  pause(ms: number): Promise<void>
}

export function createStage(parts: Pick<Stage, 'cast' | 'book' | 'meter' | 'line' | 'schedule'>, stopped: AbortSignal): Stage {
  const startedAt = performance.now()
  const pauses = new Set<() => void>()
  const elapsed = () => performance.now() - startedAt
  let stoppedAt: number | null = null
  stopped.addEventListener('abort', () => {
    stoppedAt = elapsed()
    for (const end of pauses) end()
  })
  return {
    ...parts,
    chance: createChance(Date.now()),
    offline: new Set(),
    elapsed,
    lastDrainMs: () => (stoppedAt ?? parts.schedule.wholeMs) + LAST_DRAIN_MS,
    isOver: () => stopped.aborted,
    pause(ms) {
      return new Promise((resolve) => {
        const end = () => {
          clearTimeout(timer)
          pauses.delete(end)
          resolve()
        }
        // Waiting outboxes are still emptied after a stop, so there must be some pause.
        const timer = setTimeout(end, stopped.aborted ? Math.min(ms, SHORT_PAUSE_MS) : ms)
        pauses.add(end)
      })
    },
  }
}
