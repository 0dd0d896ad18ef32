import { randomUUID } from 'node:crypto'
import type { CallInput } from '#contract/calls'
import type { NewEntry } from '#server/db/tables'
import type { PointTypeName, StaffName } from './event'
import type { TestGame } from './game-server'
import { foundTeam, type Person, signIn, type Team } from './people'

export type SentAward = CallInput<'awardPoints'> & { award_id: string }

export interface AtTheBooth {
  readonly team: Team
  readonly staff: Person
  /** Makes an award of this booth to this team with a new id. */
  award(own?: Partial<SentAward>): SentAward
  /** Sends an award, which must be recorded, and returns it. */
  give(own?: Partial<SentAward>): Promise<SentAward>
  /** The team's points, as its captain reads them. */
  points(): Promise<number>
}

/** Creates a fresh team and signs in staff who may give it points. */
export async function atTheBooth(
  game: TestGame,
  { staff: name = 'iva' as StaffName, point_type = 'pobjeda' as PointTypeName } = {},
): Promise<AtTheBooth> {
  const [team, staff] = [await foundTeam(game), await signIn(game, name)]
  const award = (own?: Partial<SentAward>) => ({
    team_id: team.id,
    point_type,
    award_id: randomUUID(),
    ...own,
  })
  return {
    team,
    staff,
    award,
    async give(own) {
      const sent = award(own)
      await staff.api.ok('awardPoints', sent)
      return sent
    },
    points: async () => (await team.captain.api.ok('teamPoints', {})).points,
  }
}

/** An award of booth A as a row of the ledger, to be written directly into the database. */
export function ledgerEntry(
  own: Partial<NewEntry> & Pick<NewEntry, 'team_id' | 'awarded_at'>,
): NewEntry {
  return {
    award_id: randomUUID(),
    kind: 'award' as const,
    vendor_id: 'arkade',
    point_type: 'dolazak',
    points: 1,
    user_id: 'iva',
    nfc_id: null,
    reason: null,
    received_at: own.awarded_at,
    ...own,
  }
}
