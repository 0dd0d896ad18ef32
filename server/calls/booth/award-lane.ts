import { calls } from '#contract/calls'
import { createBatches } from '../../db/batches'
import type { Database } from '../../db/database'
import { type AwardOutcome, recordAwards } from './record-awards'
import type { SentAward } from './sent-award'

function createLane(db: Database) {
  return createBatches<SentAward, AwardOutcome>(async (batch) => {
    const lock = { on: 'ledger', teamIds: batch.map((one) => one.teamId) } as const
    return await db.write(lock, async (writer, tell) => {
      const outcomes = await recordAwards(writer, batch)
      const recorded = outcomes.flatMap((outcome) => (outcome.is === 'recorded' && !outcome.duplicate ? [outcome.award] : []))
      // Refusals and duplicates change nothing on any screen.
      tell('nobody')
      if (recorded.length > 0) {
        const teams = recorded.map(({ team_id }) => team_id)
        const vendors = recorded.map(({ vendor_id }) => vendor_id).filter((id) => id !== null)
        tell({ of: calls.awardMany.touches, teams, vendors })
      }
      return outcomes
    })
  })
}

const lanes = new WeakMap<Database, ReturnType<typeof createLane>>()

/**
 * Records or refuses awards, batched with all others that arrive at the same moment, in turns over the accounts that sent them.
 * `add` resolves after the commit; both reject with `Overloaded` if too many wait.
 */
export function awardLane(db: Database) {
  const lane = lanes.get(db) ?? createLane(db)
  lanes.set(db, lane)
  return lane
}
