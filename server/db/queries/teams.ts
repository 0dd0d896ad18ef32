import type { ExpressionBuilder, Insertable } from 'kysely'
import { nextCaptain } from '#rules/membership'
import { uniqueTeamNameKey } from '#rules/team-name'
import { randomId } from '../../random'
import type { Reader, Writer } from '../database'
import { closeScore, openScores } from '../ledger'
import { insertRows, statement, statementOfOne, textsOf } from '../statement'
import type { Tables } from '../tables'
import { isReservedName, PERSON_COLUMNS } from './accounts'

export type TeamRow = Readonly<
  Pick<Tables['teams'], 'team_id' | 'team_name' | 'captain_id' | 'hidden_at' | 'emblem'>
>

type NewTeam = Readonly<Omit<Insertable<Tables['teams']>, 'captaincy'>>

/** Creates teams without members and with a score of zero. */
export async function insertTeams(db: Writer, teams: readonly NewTeam[]): Promise<void> {
  await insertRows(
    db,
    'teams',
    teams.map((team) => ({ ...team, captaincy: 0 })),
  )
  await openScores(db, teams)
}

/** Creates one team, like `insertTeams`. */
export async function insertTeam(db: Writer, team: NewTeam): Promise<void> {
  await insertTeams(db, [team])
}

/** Finds a team that is not disbanded. For every call a disbanded team does not exist (rule 6). */
export const findTeam = statementOfOne((db, teamId: string) =>
  db
    .selectFrom('teams')
    .where('team_id', '=', teamId)
    .where('disbanded_at', 'is', null)
    .select(['team_id', 'team_name', 'captain_id', 'hidden_at', 'emblem']),
)

/** Finds a player's team and when they joined. */
export const findTeamOf = statementOfOne((db, userId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('teams', 'teams.team_id', 'memberships.team_id')
    .where('memberships.user_id', '=', userId)
    .select([
      'teams.team_id',
      'teams.team_name',
      'teams.captain_id',
      'teams.hidden_at',
      'teams.emblem',
      'memberships.joined_at',
    ]),
)

/**
 * Rules 3 and 19: whether the name, or one easily mistaken for it, belongs to the app or to another
 * team.
 */
export async function isTeamNameTaken(db: Writer, name: string, ownId?: string): Promise<boolean> {
  const key = uniqueTeamNameKey(name)
  const holder = await db
    .selectFrom('teams')
    .where('name_key', '=', key)
    .select('team_id')
    .executeTakeFirst()
  return (holder !== undefined && holder.team_id !== ownId) || isReservedName(name)
}

/** Reads a team's members, in the order in which they joined. */
export const readMembers = statement((db, teamId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.user_id', 'memberships.user_id')
    .where('memberships.team_id', '=', teamId)
    .orderBy('memberships.joined_at')
    .orderBy('memberships.user_id')
    .select([...PERSON_COLUMNS, 'users.blocked_at', 'memberships.joined_at']),
)

/** Finds the id of the team that a player has requested to join. */
export async function findRequestedTeam(
  db: Reader | Writer,
  userId: string,
): Promise<string | undefined> {
  const request = await db
    .selectFrom('invites')
    .where('user_id', '=', userId)
    .select('team_id')
    .executeTakeFirst()
  return request?.team_id
}

/** Reads the ids of everybody whom a team's change concerns: its members and applicants. */
export async function readConcerned(db: Reader | Writer, teamId: string): Promise<string[]> {
  const people = await db
    .selectFrom('memberships')
    .where('team_id', '=', teamId)
    .select('user_id')
    .unionAll(db.selectFrom('invites').where('team_id', '=', teamId).select('user_id'))
    .execute()
  return people.map(({ user_id }) => user_id)
}

/** Reads the ids of players who have requested to join. */
export async function readApplicants(db: Reader | Writer, teamId: string): Promise<string[]> {
  const people = await db
    .selectFrom('invites')
    .where('team_id', '=', teamId)
    .select('user_id')
    .execute()
  return people.map(({ user_id }) => user_id)
}

/**
 * Adds a member, and ends their request to join. `by`: the other person who admitted them, if any.
 */
export async function addMember(
  db: Writer,
  teamId: string,
  userId: string,
  joinedAt: number,
  by?: string,
): Promise<void> {
  await db.deleteFrom('invites').where('user_id', '=', userId).execute()
  await db
    .insertInto('memberships')
    .values({ user_id: userId, team_id: teamId, joined_at: joinedAt })
    .execute()
  await logTeam(db, {
    team_id: teamId,
    at: joinedAt,
    what: 'joined',
    user_id: userId,
    by_user_id: by,
  })
}

const NEXT_CAPTAINCY = (eb: ExpressionBuilder<Tables, 'teams'>) => ({
  captaincy: eb('captaincy', '+', 1),
})

export async function setCaptain(db: Writer, teamId: string, userId: string): Promise<void> {
  await db
    .updateTable('teams')
    .set(NEXT_CAPTAINCY)
    .set({ captain_id: userId })
    .where('team_id', '=', teamId)
    .execute()
}

/** Rule 4: ends for good all invitations to the teams that this captain leads. */
export async function endInvitationsOf(db: Writer, captainId: string): Promise<void> {
  await db.updateTable('teams').set(NEXT_CAPTAINCY).where('captain_id', '=', captainId).execute()
}

/** Reads the captaincy's number, which an invitation's signature covers. */
export async function readCaptaincy(db: Reader | Writer, teamId: string): Promise<number> {
  const { captaincy } = await db
    .selectFrom('teams')
    .where('team_id', '=', teamId)
    .select('captaincy')
    .executeTakeFirstOrThrow()
  return captaincy
}

/**
 * Rule 5: removes a member. If they were captain, the next member becomes captain; if nobody is
 * left, the team is disbanded. `by`: who removed them, if known. Returns the captain; null if
 * nobody is left.
 */
export async function removeMember(
  db: Writer,
  { team_id, captain_id }: Pick<TeamRow, 'team_id' | 'captain_id'>,
  userId: string,
  at: number,
  by?: string,
): Promise<string | null> {
  const remaining = (await readMembers(db, team_id)).filter(({ user_id }) => user_id !== userId)
  const captain = nextCaptain(
    remaining.map(({ user_id, joined_at, blocked_at }) => {
      return { playerId: user_id, joinedAt: joined_at, blocked: blocked_at !== null }
    }),
  )
  if (captain === null) {
    await disband(db, team_id, at)
    return null
  }
  await db.deleteFrom('memberships').where('user_id', '=', userId).execute()
  await logTeam(db, {
    team_id,
    at,
    what: by === undefined || by === userId ? 'left' : 'removed',
    user_id: userId,
    by_user_id: by,
  })
  if (captain_id !== userId) return captain_id
  await setCaptain(db, team_id, captain)
  return captain
}

/** Rule 5: returns those of these teams that have a result, which is an unvoided ledger entry. */
export async function readTeamsWithResult(
  db: Reader | Writer,
  teamIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('awards')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .where('awards.team_id', 'in', textsOf(db, teamIds))
    .where('voids.award_id', 'is', null)
    .distinct()
    .select('awards.team_id')
    .execute()
  return new Set(rows.map(({ team_id }) => team_id))
}

/**
 * Rule 5: removes an erased person from their team. No result is lost: a team with a result stays
 * even without members. The erased account then stays its captain in the database, but nobody can
 * sign in to it.
 */
export async function removeErasedMember(
  db: Writer,
  team: Pick<TeamRow, 'team_id' | 'captain_id'>,
  userId: string,
  at: number,
): Promise<void> {
  const { team_id } = team
  const isLast = (await readMembers(db, team_id)).every(({ user_id }) => user_id === userId)
  if (!isLast || (await readTeamsWithResult(db, [team_id])).size === 0) {
    await removeMember(db, team, userId, at)
    return
  }
  await db.deleteFrom('memberships').where('user_id', '=', userId).execute()
  // Nobody is left to answer the requests.
  await db.deleteFrom('invites').where('team_id', '=', team_id).execute()
  await logTeam(db, { team_id, at, what: 'left', user_id: userId })
}

/**
 * Rule 6: disbands a team. It leaves every list, its name and tag are free again, and its awards
 * stay in the ledger.
 */
export async function disband(db: Writer, teamId: string, now: number): Promise<void> {
  for (const { user_id } of await readMembers(db, teamId)) {
    await logTeam(db, { team_id: teamId, at: now, what: 'left', user_id })
  }
  await db.deleteFrom('memberships').where('team_id', '=', teamId).execute()
  await db.deleteFrom('invites').where('team_id', '=', teamId).execute()
  await db.updateTable('tags').set({ team_id: null }).where('team_id', '=', teamId).execute()
  await db
    .updateTable('teams')
    .set({ name_key: null, disbanded_at: now })
    .where('team_id', '=', teamId)
    .execute()
  await closeScore(db, teamId)
}

type TeamLogEntry = Omit<Tables['team_log'], 'entry_id' | 'by_user_id' | 'nfc_id'> & {
  by_user_id?: string | undefined
  nfc_id?: string
}

/**
 * Logs what happens to a team and its members, because `memberships` has only the current members.
 */
export async function logTeam(
  db: Writer,
  { by_user_id, nfc_id, ...entry }: TeamLogEntry,
): Promise<void> {
  await db
    .insertInto('team_log')
    .values({
      ...entry,
      entry_id: randomId(),
      by_user_id: by_user_id ?? null,
      nfc_id: nfc_id ?? null,
    })
    .execute()
}

/**
 * Reads the times (ms) at which a person did something with any team since a time, newest first.
 * Serves to limit actions that notify other people. The times are stored, so that the limit
 * survives a restart and applies across servers.
 */
export async function readActionTimes(
  db: Writer,
  userId: string,
  what: TeamLogEntry['what'],
  since: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('team_log')
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .where('what', '=', what)
    .orderBy('at', 'desc')
    .select('at')
    .execute()
  return rows.map(({ at }) => at)
}

/** Reads when another person last removed a player from a team (ms); 0 if never. */
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
