import { doTouchesAgree } from '#rules/tag-touch'
import type { Database, Work, Writer } from '../db/database'
import { confirmBonus, isBonusConfirmed } from '../db/ledger'
import { findBonusAward } from '../db/queries/awards'
import type { readTouches } from '../db/queries/tags'

type KnownTouch = Awaited<ReturnType<typeof readTouches>>[number]

/** Returns the teams whose touches confirm this touch's time, and are confirmed by it (rule 21). */
export function confirming(
  known: readonly KnownTouch[],
  touch: Parameters<typeof doTouchesAgree>[0],
): string[] {
  return known.filter((other) => doTouchesAgree(touch, other)).map(({ teamId }) => teamId)
}

/**
 * Thrown if a bonus confirms bonuses of teams whose ledgers are not locked; `writeConfirming` then
 * tries again.
 */
class ConfirmsOthers {
  constructor(readonly teamIds: readonly string[]) {}
}

/**
 * Confirms the bonuses that these teams have from this tag. Throws `ConfirmsOthers` at the first
 * bonus to confirm whose team's ledger is not locked.
 */
export async function confirmBonuses(
  db: Writer,
  nfcId: string,
  teamIds: readonly string[],
  locked: ReadonlySet<string>,
) {
  for (const team_id of teamIds) {
    const award_id = await findBonusAward(db, team_id, nfcId)
    if (award_id === undefined || (await isBonusConfirmed(db, award_id))) continue
    if (!locked.has(team_id)) throw new ConfirmsOthers(teamIds)
    await confirmBonus(db, { award_id, team_id })
  }
}

/**
 * Writes to these teams' ledgers. If `work` confirms bonuses of other teams, runs it again in a new
 * transaction that locks their ledgers too.
 */
export async function writeConfirming<T>(
  db: Database,
  teamIds: readonly string[],
  work: (locked: ReadonlySet<string>) => Work<T>,
): Promise<T> {
  try {
    return await db.write({ kind: 'ledger', teamIds }, work(new Set(teamIds)))
  } catch (reason) {
    if (!(reason instanceof ConfirmsOthers)) throw reason
    return await writeConfirming(db, [...new Set([...teamIds, ...reason.teamIds])], work)
  }
}
