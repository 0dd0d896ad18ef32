import type { NewOutboxEntry } from '../../src/offline/entry'
import type { Phone } from './phone'

/** What the server finally said of an award. */
export type Outcome = { readonly is: 'recorded' } | { readonly is: 'refused'; readonly code: string }

/** An award as its booth made it. */
export interface MadeAward {
  readonly entry: NewOutboxEntry
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

const text = (outcome: Outcome) => (outcome.is === 'recorded' ? 'recorded' : `refused (${outcome.code})`)

/** Everything that was sent and what the server answered: the page compares it with the ledger. */
export function createBook() {
  const awards: MadeAward[] = []
  /** What the server said against its own word. */
  const contradictions: string[] = []
  return {
    awards,
    contradictions,
    bonuses: [] as Collected[],
    teams: [] as FoundedTeam[],
    counts: {
      linksUsed: 0,
      sessionsGiven: 0,
      requests: 0,
      accepted: 0,
      repeated: 0,
      lostAnswers: 0,
      batches: 0,
      offlinePeriods: 0,
      bonusScans: 0,
      readings: 0,
    },
    make(own: Pick<MadeAward, 'entry' | 'tooSoon'>): MadeAward {
      const award = { ...own, outcome: null, voided: false, attempts: 0 }
      awards.push(award)
      return award
    },
    /** Enters an answer. The first one holds: another one later is a contradiction. */
    settle(award: MadeAward, outcome: Outcome): void {
      if (award.outcome === null) award.outcome = outcome
      else if (text(award.outcome) !== text(outcome)) {
        contradictions.push(`award ${award.entry.awardId} was answered as ${text(award.outcome)}, later as ${text(outcome)}`)
      }
    },
  }
}

export type Book = ReturnType<typeof createBook>
