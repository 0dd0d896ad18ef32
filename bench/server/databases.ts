import type { EventSize } from './seed/size'

export const ENGINES = ['sqlite', 'postgres'] as const
export type Engine = (typeof ENGINES)[number]

/** A database of one measurement's own, with a whole event in it. */
export interface BenchDatabase {
  /** As the server's DATABASE_URL. */
  readonly url: string
  /** Whether the product keeps scores beside the ledger. */
  readonly keepsScores: boolean
  /** How many entries the ledger has. */
  countAwards(): Promise<number>
  /** How many of these ids stand in the ledger. */
  countRecorded(awardIds: readonly string[]): Promise<number>
  discard(): Promise<void>
}

/** Databases of one engine; each event is filled in once and copied for whoever asks. */
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
