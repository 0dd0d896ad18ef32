import type { Book } from './book'
import type { Cast } from './cast'
import type { Comparison } from './compare'
import type { Meter } from './meter'
import type { Played } from './play'
import type { Size } from './size'

/** Everything that a rehearsal found out. */
export interface Findings {
  readonly cast: Cast
  readonly size: Size
  readonly book: Book
  readonly meter: Meter
  readonly played: Played
  readonly comparison: Comparison
  readonly stopped: boolean
  readonly server: URL
  readonly engine: string
  readonly startedAt: number
  readonly endedAt: number
}
