import type { EventSize } from './seed/size'

export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** The database of one measurement, filled with a whole event. */
export interface BenchDatabase {
  /** For the server's DATABASE_URL. */
  readonly url: string
  /** Whether the product stores scores beside the ledger. */
  readonly keepsScores: boolean
  /** Number of ledger entries. */
  countAwards(): Promise<number>
  /** How many of these ids are in the ledger. */
  countRecorded(awardIds: readonly string[]): Promise<number>
  discard(): Promise<void>
}

/** Databases of one engine. Each event is filled in once and copied for every user. */
export interface BenchDatabases {
  readonly engine: Engine
  copyWith(awards: number): Promise<BenchDatabase>
  close(): Promise<void>
}

export interface Seeding {
  readonly size: EventSize
  readonly build: string
  readonly progress: (text: string) => void
}
