import { calls } from '#contract/calls'
import { emblemOf } from '#rules/emblem'
import { isTeamFull } from '#rules/membership'
import { HOUR_MS } from '#rules/sign-in'
import { teamNameKey, uniqueTeamNameKey } from '#rules/team-name'
import { TOO_MANY_EMBLEMS, TOO_MANY_REQUESTS_TO_JOIN, WITHOUT_MEMBERS } from '#texts/errors'
import type { Handler } from '../call-context'
import type { Reader, Work, Writer } from '../db/database'
import { readProfile } from '../db/queries/accounts'
import { type AwardPosition, findAward, readAwardsPage } from '../db/queries/awards'
import { readSettings } from '../db/queries/settings'
import { findTag } from '../db/queries/tags'
import {
  addMember,
  disband,
  findRequestedTeam,
  findTeam,
  findTeamOf,
  insertTeam,
  isTeamNameTaken,
  logTeam,
  readActionTimes,
  readConcerned,
  readMembers,
  removeMember,
  type TeamRow,
} from '../db/queries/teams'
import { countGuesses, countIf } from '../limits'
import { randomId } from '../random'
import { neighboursOf, readOwnScore } from '../readings/readings'
import { Refusal } from '../refusal'
import { isoTime, isoTimeOrNull } from '../time'

/**
 * Returns a visible team. Throws TEAM_NOT_FOUND for a hidden one, which exists only for its members
 * and organisers (rule 15).
 */
export async function requireTeam(db: Reader | Writer, teamId: string): Promise<TeamRow> {
  const team = await findTeam(db, teamId)
  if (team === undefined || team.hidden_at !== null) throw new Refusal('TEAM_NOT_FOUND')
  return team
}

async function requireOwnTeam(db: Reader | Writer, userId: string): Promise<TeamRow> {
  const team = await findTeamOf(db, userId)
  if (team === undefined) throw new Refusal('NOT_IN_TEAM')
  return team
}

/** Returns the team that the caller leads. */
export async function requireCaptain(db: Reader | Writer, userId: string): Promise<TeamRow> {
  const team = await requireOwnTeam(db, userId)
  if (team.captain_id !== userId) throw new Refusal('NOT_CAPTAIN')
  return team
}

/**
 * Requires a player without a team who is neither blocked nor staff. Checked in the transaction,
 * because an organiser may just have blocked them or made them staff.
 */
export async function requireTeamless(db: Writer, userId: string): Promise<void> {
  const user = await db
    .selectFrom('users')
    .where('user_id', '=', userId)
    .select(['vendor_id', 'blocked_at'])
    .executeTakeFirst()
  if (user?.vendor_id !== null) throw new Refusal('FORBIDDEN')
  if (user.blocked_at !== null) throw new Refusal('BLOCKED')
  if ((await findTeamOf(db, userId)) !== undefined) throw new Refusal('ALREADY_IN_TEAM')
}

/**
 * Rule 4: requires a free place. A team whose last member was erased (rule 5) has none, because
 * nobody is left to admit players.
 */
export async function requirePlace(db: Reader | Writer, teamId: string): Promise<void> {
  const { teamMaxMembers } = await readSettings(db)
  const { length } = await readMembers(db, teamId)
  if (length === 0) throw new Refusal('TEAM_FULL', {}, WITHOUT_MEMBERS)
  if (isTeamFull(length, teamMaxMembers)) throw new Refusal('TEAM_FULL')
}

async function claimTag(
  db: Writer,
  nfcId: string,
  claimedType: string | undefined,
  teamId: string,
): Promise<void> {
  const tag = await findTag(db, nfcId)
  if (tag === undefined) throw new Refusal('TAG_NOT_FOUND')
  if (tag.nfc_type !== 'team' || (claimedType !== undefined && claimedType !== tag.nfc_type))
    throw new Refusal('TAG_WRONG_TYPE')
  if (tag.team_id !== null) throw new Refusal('TAG_TAKEN')
  await db.updateTable('tags').set({ team_id: teamId }).where('nfc_id', '=', nfcId).execute()
}

/**
 * Rule 2: creates a team, of which the caller becomes captain. Withdraws their pending request, and
 * claims the tag if one is given.
 */
export const createTeam: Handler<'createTeam'> = async (
  { team_name, emblem, nfc_id, nfc_type },
  { game, caller, limits },
) => {
  const now = game.now()
  const team_id = randomId(60)
  const foundTeam: Work<void> = async (db, notify) => {
    await requireTeamless(db, caller.userId)
    const requested = await findRequestedTeam(db, caller.userId)
    notify({
      of: calls.createTeam.touches,
      users: [caller.userId],
      captainsOf: requested === undefined ? [] : [requested],
    })
    if (await isTeamNameTaken(db, team_name)) throw new Refusal('TEAM_NAME_TAKEN')
    const name_key = uniqueTeamNameKey(team_name)
    await insertTeam(db, {
      team_id,
      team_name,
      name_key,
      captain_id: caller.userId,
      created_at: now,
      emblem: emblem ?? null,
    })
    await logTeam(db, { team_id, at: now, what: 'founded', user_id: caller.userId })
    if (nfc_id !== undefined) {
      await claimTag(db, nfc_id, nfc_type, team_id)
      await logTeam(db, { team_id, at: now, what: 'tag', user_id: caller.userId, nfc_id })
    }
    await addMember(db, team_id, caller.userId, now)
  }
  const isFounded = (threw: unknown) => threw === null
  const write = () => game.db.write({ kind: 'roster' }, foundTeam)
  await countIf(isFounded, limits.teamsFounded, caller.userId, () =>
    nfc_id === undefined ? write() : countGuesses(limits, caller, write),
  )
  return { team_id }
}

/**
 * The texts of the refusals after `MAX_AN_HOUR` actions of one kind within an hour. Only actions
 * that notify others have this limit.
 */
const TOO_MANY = { requested: TOO_MANY_REQUESTS_TO_JOIN, emblem: TOO_MANY_EMBLEMS } as const
const MAX_AN_HOUR = 10

/** Requires that the account has not done this too often within the last hour. */
export async function requireFew(
  db: Writer,
  userId: string,
  what: keyof typeof TOO_MANY,
  now: number,
): Promise<void> {
  const latest = await readActionTimes(db, userId, what, now - HOUR_MS)
  const oldest = latest[MAX_AN_HOUR - 1]
  if (oldest === undefined) return
  const retry_seconds = Math.ceil((oldest + HOUR_MS - now) / 1000)
  throw new Refusal('TOO_MANY_ATTEMPTS', { retry_seconds }, TOO_MANY[what])
}

/** Finds the caller's team; null if it already has this emblem. */
async function findTeamForEmblem(
  db: Reader | Writer,
  userId: string,
  picked: number,
): Promise<TeamRow | null> {
  const team = await requireCaptain(db, userId)
  return emblemOf(team.team_id, team.emblem) === picked ? null : team
}

/**
 * Picks the team's emblem. Only the captain may, because every screen that names the team shows it.
 */
export const pickEmblem: Handler<'pickEmblem'> = async ({ emblem }, { game, caller }) => {
  // Check before writing, because a commit clears caches even if nothing changes.
  if ((await findTeamForEmblem(game.db.read, caller.userId, emblem)) === null) return
  const now = game.now()
  await game.db.write({ kind: 'roster' }, async (db, notify) => {
    const team = await findTeamForEmblem(db, caller.userId, emblem)
    if (team === null) return notify('nobody')
    const { team_id } = team
    await requireFew(db, caller.userId, 'emblem', now)
    await db.updateTable('teams').set({ emblem }).where('team_id', '=', team_id).execute()
    await logTeam(db, { team_id, at: now, what: 'emblem', user_id: caller.userId })
    const { touches: of } = calls.pickEmblem
    notify({ of, users: await readConcerned(db, team_id), teams: [team_id], vendors: 'all' })
  })
}

/**
 * Rule 6: disbands a team. The captain types its name, so that no team is disbanded by accident.
 */
export const disbandTeam: Handler<'disbandTeam'> = async ({ team_name }, { game, caller }) => {
  const now = game.now()
  await game.db.write({ kind: 'roster' }, async (db, notify) => {
    const team = await requireCaptain(db, caller.userId)
    if (teamNameKey(team_name) !== teamNameKey(team.team_name))
      throw new Refusal('TEAM_NAME_MISMATCH')
    notify({
      of: calls.disbandTeam.touches,
      users: await readConcerned(db, team.team_id),
      vendors: 'all',
    })
    await disband(db, team.team_id, now)
  })
}

/** Lists all teams by rank. */
export const listTeams: Handler<'listTeams'> = async ({ version }, { game, caller, readings }) => {
  const isStaff = caller.vendorId !== null
  const findOwnTeam = async () =>
    isStaff ? undefined : (await readProfile(game.db.read, caller.userId)).team?.team_id
  const list = await readings.teamList(isStaff ? 'staff' : 'player', findOwnTeam)
  return version === list.version ? list.unchanged : list.output
}

/** Lists a team's members, longest-standing first. Only members of the team get full names. */
export const listMembers: Handler<'listMembers'> = async ({ team_id }, { game, caller }) => {
  const ownTeam = await findTeamOf(game.db.read, caller.userId)
  const own = ownTeam?.team_id === team_id
  const team = own ? ownTeam : await requireTeam(game.db.read, team_id)
  const members = (await readMembers(game.db.read, team_id)).map((member) => ({
    player_id: member.user_id,
    nickname: member.nickname,
    is_captain: member.user_id === team.captain_id,
    joined_at: isoTime(member.joined_at),
    ...(own ? { first_name: member.first_name, last_name: member.last_name } : {}),
  }))
  return { members }
}

/** Rule 5: a captain removes a member, or a member leaves with their own id. */
export const removePlayer: Handler<'removePlayer'> = async ({ player_id }, { game, caller }) => {
  const now = game.now()
  await game.db.write({ kind: 'roster' }, async (db, notify) => {
    const team = await requireOwnTeam(db, caller.userId)
    if (player_id !== caller.userId && team.captain_id !== caller.userId)
      throw new Refusal('NOT_CAPTAIN')
    const { team_id } = team
    if ((await findTeamOf(db, player_id))?.team_id !== team_id)
      throw new Refusal('PLAYER_NOT_FOUND')
    const concerned = await readConcerned(db, team_id)
    const captain = await removeMember(db, team, player_id, now, caller.userId)
    const { touches: of } = calls.removePlayer
    if (captain === null) notify({ of, users: concerned, vendors: 'all' })
    else notify({ of, users: [player_id, captain], teams: [team_id] })
  })
}

/** Returns the position of a team's award, after which the next page of its awards begins. */
export async function positionOf(
  db: Reader,
  teamId: string,
  awardId: string,
): Promise<AwardPosition> {
  const award = await findAward(db, awardId)
  if (award?.team_id !== teamId) throw new Refusal('AWARD_NOT_FOUND')
  return award
}

/**
 * Returns the caller's team: score, rank, what it has collected, and a page of awards, newest
 * first.
 */
export const teamPoints: Handler<'teamPoints'> = async ({ before }, { game, caller, readings }) => {
  const { read } = game.db
  const { team } = await readProfile(read, caller.userId)
  if (team === null) throw new Refusal('NOT_IN_TEAM')
  const {
    standing,
    shownPoints: shown_points,
    isFrozen,
    freeze,
    live,
    awards,
  } = await readOwnScore(readings, team.team_id)
  const { points, rank } = standing
  const page =
    before === undefined
      ? {}
      : await readAwardsPage(read, team.team_id, await positionOf(read, team.team_id, before))
  const ends_at = isoTimeOrNull((await readings.settings()).endsAt)
  const frozen = freeze !== null
  const frozen_at = isoTimeOrNull(isFrozen && freeze !== null ? freeze.at : null)
  const since_freeze = await readings.sinceFreeze()
  // During a freeze nobody may learn other teams' current points (rule 16).
  const neighbours = frozen ? {} : neighboursOf(points, live)
  return {
    points,
    rank,
    ...neighbours,
    ...awards,
    ends_at,
    frozen,
    frozen_at,
    shown_points,
    since_freeze,
    ...page,
  }
}

const LIMIT_DEFAULT = 50

/** Returns the top teams and the latest awards, also to people who are not signed in. */
export const ranking: Handler<'ranking'> = async ({ limit, version }, { readings }) => {
  const current = await readings.ranking(limit ?? LIMIT_DEFAULT)
  return version === current.version ? current.unchanged : current.output
}
