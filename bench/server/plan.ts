import { type EventSize, smallLedger } from './seed/size'

/** Sizes and durations of the measurements. */
export interface Plan {
  readonly quick: boolean
  readonly size: EventSize
  /** Size of the large ledger that readings are compared on. */
  readonly smallLedger: number
  readonly largeLedger: number
  readonly rounds: number
  /** Duration of a round of readings, of awards, and of a booth among many readers. */
  readonly readingSeconds: number
  readonly awardSeconds: number
  readonly crowdSeconds: number
  /** Number of phones that show a card meanwhile. */
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
    quick,
    size,
    smallLedger: smallLedger(size),
    largeLedger: quick ? 20_000 : 1_000_000,
    ...seconds,
    cards: quick ? 200 : 2_000,
    memoryMinutes,
  }
}
