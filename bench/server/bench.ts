import type { Row } from '../report/row'
import type { BenchDatabases } from './databases'
import { type EventSize, smallLedger } from './event'

/** Sizes and durations of the measurements. */
export interface Plan {
  readonly quick: boolean
  readonly size: EventSize
  /** Sizes of the two ledgers on which readings are compared. */
  readonly smallLedger: number
  readonly largeLedger: number
  readonly rounds: number
  /** How long a round of readings and a round of awards last. */
  readonly readingSeconds: number
  readonly awardSeconds: number
  /** How long a rehearsal lasts, and how many phones show a card in a full hall. */
  readonly rehearsedMinutes: number
  readonly cards: number
}

export function makePlan(quick: boolean): Plan {
  const size = quick
    ? { teams: 200, booths: 24, players: 1_500 }
    : { teams: 2_000, booths: 60, players: 5_000 }
  const sizes = quick
    ? { largeLedger: 20_000, cards: 200 }
    : { largeLedger: 1_000_000, cards: 2_000 }
  const seconds = quick
    ? { rounds: 3, readingSeconds: 1, awardSeconds: 1, rehearsedMinutes: 0.1 }
    : { rounds: 5, readingSeconds: 3, awardSeconds: 4, rehearsedMinutes: 1 }
  return { quick, size, smallLedger: smallLedger(size), ...sizes, ...seconds }
}

/** The parameters of a measurement. */
export interface Bench {
  readonly plan: Plan
  /** The folder of the built app. */
  readonly build: string
  readonly databases: BenchDatabases
  /** The folder of the files that the load reads and writes. */
  readonly directory: string
  readonly progress: (text: string) => void
}

export type Measure = (bench: Bench) => Promise<Row[]>

/** Returns a row's subject, with the engine unless it is the default of `npm start`. */
export const onEngine = (what: string, { databases }: Bench) =>
  databases.engine === 'sqlite' ? what : `${what}, on PostgreSQL`
