import { randomUUID } from 'node:crypto'
import type { CallInput } from '#contract/calls'
import type { AwardsTable } from '#server/db/tables'
import type { PointTypeName, StaffName } from './event'
import type { TestGame } from './game-server'
import { foundTeam, type Person, signInStaff, type Team } from './people'

export type SentAward = CallInput<'awardPoints'> & { award_id: string }

export interface AtTheBooth {
  readonly team: Team
  readonly staff: Person
  /** An award of this booth to this team with a fresh id. */
  award(own?: Partial<SentAward>): SentAward
}

/** Creates a fresh team and signs in staff who may give it points. */
export async function atTheBooth(
  game: TestGame,
  { staff: name = 'iva' as StaffName, point_type = 'pobjeda' as PointTypeName } = {},
): Promise<AtTheBooth> {
  const [team, staff] = [await foundTeam(game), await signInStaff(game, name)]
  return { team, staff, award: (own) => ({ team_id: team.id, point_type, award_id: randomUUID(), ...own }) }
}

/** An entry of the ledger as booth A gives it, written straight into the database. */
export function ledgerEntry(own: Partial<AwardsTable> & Pick<AwardsTable, 'team_id' | 'awarded_at'>): AwardsTable {
  return {
    ...{ award_id: randomUUID(), kind: 'award' as const, vendor_id: 'arkade', point_type: 'dolazak', points: 1, user_id: 'iva' },
    ...{ nfc_id: null, reason: null, received_at: own.awarded_at, ...own },
  }
}
