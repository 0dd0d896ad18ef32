import { randomId } from '../../random'
import type { Reader, Writer } from '../database'
import type { Tables } from '../tables'

type Entry = Omit<Tables['team_log'], 'entry_id' | 'by_user_id' | 'nfc_id'> & { by_user_id?: string | undefined; nfc_id?: string }

/** Notes who asked to join, joined or left a team, or which tag it got: memberships tell only of now. */
export async function logTeam(db: Writer, { by_user_id, nfc_id, ...entry }: Entry): Promise<void> {
  await db
    .insertInto('team_log')
    .values({ ...entry, entry_id: randomId(), by_user_id: by_user_id ?? null, nfc_id: nfc_id ?? null })
    .execute()
}

/** When a player asked to join any team since then, newest first. */
export async function readRequestsToJoin(db: Writer, userId: string, since: number): Promise<number[]> {
  const rows = await db
    .selectFrom('team_log')
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .where('what', '=', 'requested')
    .orderBy('at', 'desc')
    .select('at')
    .execute()
  return rows.map(({ at }) => at)
}

/** When a player was last removed from a team by somebody else (ms); 0 if never. */
export async function readRemoval(db: Writer, teamId: string, userId: string): Promise<number> {
  const { at } = await db
    .selectFrom('team_log')
    .where('user_id', '=', userId)
    .where('team_id', '=', teamId)
    .where('what', '=', 'removed')
    .select((eb) => eb.fn.max('at').as('at'))
    .executeTakeFirstOrThrow()
  return Number(at ?? 0)
}

/** What happened in a team, with names. */
export async function readTeamLog(db: Reader, teamId: string) {
  return await db
    .selectFrom('team_log')
    .leftJoin('users as person', 'person.user_id', 'team_log.user_id')
    .leftJoin('users as actor', 'actor.user_id', 'team_log.by_user_id')
    .where('team_log.team_id', '=', teamId)
    .select(['team_log.at', 'team_log.what', 'team_log.nfc_id', 'person.nickname as person', 'actor.nickname as actor'])
    .execute()
}
