import { randomUUID } from 'node:crypto'
import type { PointKind } from './cast'
import type { Phone } from './phone'

/** What the server finally said of an award. */
export type Outcome = { readonly is: 'recorded' } | { readonly is: 'refused'; readonly code: string }

/** An award as its booth made it. */
export interface MadeAward {
  readonly id: string
  readonly vendorId: string
  readonly userId: string
  readonly teamId: string
  readonly kind: PointKind
  /** By a clock that only goes forward, and as ms since the epoch. */
  readonly madeAt: number
  readonly madeOn: number
  /** Made within the pause of an earlier one on purpose. */
  readonly tooSoon: boolean
  outcome: Outcome | null
  voided: boolean
  attempts: number
}

/** A bonus that the server said a team has collected. */
export interface Collected {
  readonly teamId: string
  readonly tag: string
  readonly awardId: string
}

/** A team as its captain founded it. */
export interface FoundedTeam {
  readonly id: string
  readonly name: string
  /** The captain's. */
  readonly phone: Phone
  readonly memberIds: Set<string>
}

/** Everything that was sent and what the server answered: the page compares it with the ledger. */
export interface Book {
  readonly awards: MadeAward[]
  readonly bonuses: Collected[]
  readonly teams: FoundedTeam[]
  /** What the server said against its own word. */
  readonly contradictions: string[]
  readonly counts: {
    linksUsed: number
    sessionsGiven: number
    requests: number
    accepted: number
    repeated: number
    lostAnswers: number
    batches: number
    offlinePeriods: number
    bonusScans: number
    readings: number
  }
  make(award: Pick<MadeAward, 'vendorId' | 'userId' | 'teamId' | 'kind' | 'tooSoon'>): MadeAward
  /** Enters an answer. The first one holds: another one later is a contradiction. */
  settle(award: MadeAward, outcome: Outcome): void
}

const text = (outcome: Outcome) => (outcome.is === 'recorded' ? 'recorded' : `refused (${outcome.code})`)

export function createBook(): Book {
  const awards: MadeAward[] = []
  const contradictions: string[] = []
  return {
    awards,
    contradictions,
    bonuses: [],
    teams: [],
    counts: {
      ...{ linksUsed: 0, sessionsGiven: 0, requests: 0, accepted: 0, repeated: 0, lostAnswers: 0, batches: 0 },
      ...{ offlinePeriods: 0, bonusScans: 0, readings: 0 },
    },
    make(own) {
      const made = { ...own, id: randomUUID(), madeAt: performance.now(), madeOn: Date.now() }
      const award = { ...made, outcome: null, voided: false, attempts: 0 }
      awards.push(award)
      return award
    },
    settle(award, outcome) {
      if (award.outcome === null) award.outcome = outcome
      else if (text(award.outcome) !== text(outcome)) {
        contradictions.push(`award ${award.id} was answered as ${text(award.outcome)}, later as ${text(outcome)}`)
      }
    },
  }
}
