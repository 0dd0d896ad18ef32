import { type EventSize, smallLedger } from './seed/size'

/** How much is measured and for how long. */
export interface Plan {
  readonly size: EventSize
  /** Entries of the ledger that readings are compared to. */
  readonly smallLedger: number
  readonly largeLedger: number
  readonly rounds: number
  /** One round of readings, of awards, and of a booth among many readers. */
  readonly readingSeconds: number
  readonly awardSeconds: number
  readonly crowdSeconds: number
  /** How many phones show a card meanwhile. */
  readonly cards: number
  readonly memoryMinutes: number
}

const FULL_SIZE: EventSize = { teams: 2_000, booths: 60, players: 5_000 }
const QUICK_SIZE: EventSize = { teams: 200, booths: 24, players: 1_500 }

export function makePlan(quick: boolean, memoryMinutes: number): Plan {
  const size = quick ? QUICK_SIZE : FULL_SIZE
  const seconds = quick
    ? { rounds: 3, readingSeconds: 1, awardSeconds: 1, crowdSeconds: 4 }
    : { rounds: 5, readingSeconds: 3, awardSeconds: 4, crowdSeconds: 45 }
  return {
    size,
    smallLedger: smallLedger(size),
    largeLedger: quick ? 20_000 : 1_000_000,
    ...seconds,
    cards: quick ? 200 : 2_000,
    memoryMinutes,
  }
}
