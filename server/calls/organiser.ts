import {
  AUDIT_PAGE,
  type MatchingPerson,
  type MatchingTeam,
  PLAYER_STEPS,
  type PlayerStep,
} from '#contract/organiser-entities'
import { isInsideEvent } from '#rules/award-time'
import { emblemOf } from '#rules/emblem'
import { organiserTexts } from '#texts/organiser'
import type { Handler } from '../call-context'
import type { Reader } from '../db/database'
import { readUnconfirmed } from '../db/queries/accounts'
import { findAuditEntry, hasRehearsed, readAudit, readLastBackupAt } from '../db/queries/audit'
import { type AwardPosition, readAwardsPage } from '../db/queries/awards'
import { countListedPlayers, countPlayers, readBooths, sumWaiting } from '../db/queries/booths'
import { readGiven } from '../db/queries/day'
import { findPeople, findTeams } from '../db/queries/find'
import { countLateEntries } from '../db/queries/late-entries'
import { readOdd, readOddNames } from '../db/queries/odd'
import { readPlayers } from '../db/queries/players'
import { readEventState } from '../db/queries/settings'
import { readSmsTotals, readSmsTrouble } from '../db/queries/sms-messages'
import { readTeamHistory } from '../db/queries/team-history'
import { readMembers, readTeamsWithResult } from '../db/queries/teams'
import type { RankedTeams } from '../readings/ranking'
import { showMatchingTeam } from '../readings/ranking'
import type { Readings } from '../readings/readings'
import { Refusal } from '../refusal'
import { isoTime, isoTimeOrNull } from '../time'
import { positionOf } from './team'

/** Returns how the event is going. */
export const overview: Handler<'overview'> = async (_input, { game, readings, devices }) => {
  const now = game.now()
  await devices.flush()
  const settings = await readings.settings()
  const freeze = await readings.freeze()
  const sms = await readSmsTotals(game.db.read)
  const ledger = await readings.ledgerCounts()
  return {
    event: {
      starts_at: isoTimeOrNull(settings.startsAt),
      ends_at: isoTimeOrNull(settings.endsAt),
      frozen_at: isoTimeOrNull(freeze?.at ?? null),
      closed_at: isoTimeOrNull(settings.closedAt),
      open: isInsideEvent(now, settings),
    },
    counts: {
      players: await countPlayers(game.db.read),
      listed: await countListedPlayers(game.db.read),
      teams: (await readings.standings()).byId.size,
      ...ledger,
      late: await countLateEntries(game.db.read),
      waiting: await sumWaiting(game.db.read),
    },
    booths: await readBooths(game.db.read, now),
    sms: {
      sent: sms.sent,
      failed: sms.failed,
      last_failure_at: isoTimeOrNull(sms.lastFailureAt),
      trouble: await readSmsTrouble(game.db.read),
    },
    last_backup_at: isoTimeOrNull(await readLastBackupAt(game.db.read)),
    rehearsed:
      ledger.awards + ledger.voided > 0 ||
      (await readEventState(game.db.read)).rehearsed_at !== null ||
      (await hasRehearsed(game.db.read)),
    unconfirmed: await readUnconfirmed(game.db.read),
  }
}

/** Returns the day in numbers. */
export const day: Handler<'day'> = async (_input, { game, readings }) => ({
  ...(await readGiven(game.db.read)),
  players: await countPlayers(game.db.read),
  teams: (await readings.standings()).byId.size,
  sms: (await readSmsTotals(game.db.read)).sent,
})

const FOUND_MAX = 20
/**
 * How well teams match that are found through a member: they come after teams found by their own
 * name, id or tag (`findTeams`).
 */
const OF_MEMBER = 3
/**
 * Maximum number of teams for an empty query, with which the control room reads the live ranking.
 */
const RANKED_MAX = 100

/**
 * Adds to each person who is a team's only member what their erasure does to the team (rule 5).
 */
async function withTeamsIfErased(
  db: Reader,
  people: readonly MatchingPerson[],
  { byId }: RankedTeams,
): Promise<MatchingPerson[]> {
  const only = people.flatMap(({ team_id }) =>
    team_id !== null && byId.get(team_id)?.member_count === 1 ? [team_id] : [],
  )
  const staying = only.length === 0 ? new Set<string>() : await readTeamsWithResult(db, only)
  return people.map((person) => {
    const { team_id } = person
    if (team_id === null || !only.includes(team_id)) return person
    return { ...person, team_if_erased: staying.has(team_id) ? 'stays' : 'disbanded' }
  })
}

/** Finds people and teams by name, nickname, number, e-mail or id, or by the id of a team's tag. */
export const find: Handler<'find'> = async ({ query }, { game, readings, devices }) => {
  if (query === '') {
    const ranked = [...(await readings.standings()).byId.values()].sort((a, b) => a.rank - b.rank)
    return { people: [], teams: ranked.slice(0, RANKED_MAX).map(showMatchingTeam) }
  }
  await devices.flush()
  const people = await findPeople(game.db.read, await readings.people(), query, FOUND_MAX)
  const standings = await readings.standings()
  const { byId } = standings
  const fits = new Map<
    string,
    { readonly fit: number; readonly foundBy: MatchingTeam['found_by'] }
  >()
  for (const { team_id, nickname } of people) {
    if (team_id !== null)
      fits.set(team_id, { fit: OF_MEMBER, foundBy: { field: 'member', value: nickname } })
  }
  for (const { team_id, ...found } of findTeams([...byId.values()], query)) fits.set(team_id, found)
  const teams = [...fits]
    .flatMap(([teamId, found]) => {
      const team = byId.get(teamId)
      return team === undefined ? [] : [{ team, ...found }]
    })
    .sort((a, b) => a.fit - b.fit || a.team.rank - b.team.rank)
    .slice(0, FOUND_MAX)
  return {
    people: await withTeamsIfErased(game.db.read, people, standings),
    teams: teams.map(({ team, foundBy }) => ({ ...showMatchingTeam(team), found_by: foundBy })),
  }
}

const LISTED_MAX = 100

/**
 * Lists players with their progress, in the order of `PLAYER_STEPS`, and the totals per step. A page
 * of one step begins after the nickname of `before`, who may have taken another step since.
 */
export const listPlayers: Handler<'listPlayers'> = async (
  { query, step, before },
  { game, readings },
) => {
  const all = await readPlayers(game.db.read, game.now())
  const atStep = (wanted: PlayerStep) => all.filter((one) => one.step === wanted)
  const found =
    query === ''
      ? null
      : await findPeople(game.db.read, await readings.people(), query, Number.MAX_SAFE_INTEGER)
  const ids = found && new Set(found.map(({ user_id }) => user_id))
  const ordered = step === undefined ? PLAYER_STEPS.flatMap(atStep) : all
  const last = ordered.findIndex(({ user_id }) => user_id === before)
  // After an unknown person there is no page.
  const rest = before !== undefined && last === -1 ? [] : ordered.slice(last + 1)
  const fitting = rest.filter(
    (one) => (step === undefined || one.step === step) && (ids === null || ids.has(one.user_id)),
  )
  return {
    players: fitting.slice(0, LISTED_MAX),
    more: fitting.length > LISTED_MAX,
    counts: {
      failed: atStep('failed').length,
      invited: atStep('invited').length,
      entered: atStep('entered').length,
      came: atStep('came').length,
    },
  }
}

/**
 * Reads a team. A disbanded team has neither score nor members, but its ledger and history stay.
 */
async function readTeam(db: Reader, readings: Readings, teamId: string) {
  const row = await db
    .selectFrom('teams')
    .leftJoin('tags', 'tags.team_id', 'teams.team_id')
    .where('teams.team_id', '=', teamId)
    .select([
      'teams.team_id',
      'teams.team_name',
      'teams.captain_id',
      'teams.created_at',
      'teams.disbanded_at',
      'tags.nfc_id',
      'teams.emblem',
    ])
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('TEAM_NOT_FOUND')
  const listed = (await readings.standings()).byId.get(teamId)
  const { captain_id, created_at, disbanded_at, ...shown } = row
  const team = { ...shown, emblem: emblemOf(teamId, row.emblem) }
  const gone = { points: 0, rank: 0, hidden: false, member_count: 0 }
  return {
    captainId: captain_id,
    team: {
      ...(listed === undefined ? { ...team, ...gone } : { ...team, ...showMatchingTeam(listed) }),
      created_at: isoTime(created_at),
      disbanded_at: isoTimeOrNull(disbanded_at),
    },
  }
}

/**
 * Returns a team with its members, a page of awards, and the team's history during the time of
 * these awards.
 */
export const organiserTeam: Handler<'organiserTeam'> = async (
  { team_id, before },
  { game, readings },
) => {
  const { read } = game.db
  const { team, captainId } = await readTeam(read, readings, team_id)
  const members = (await readMembers(read, team_id)).map(
    ({ user_id, joined_at, nickname, first_name, last_name, mobile }) => ({
      player_id: user_id,
      nickname,
      first_name,
      last_name,
      mobile,
      is_captain: user_id === captainId,
      joined_at: isoTime(joined_at),
    }),
  )
  const position: AwardPosition | undefined =
    before === undefined ? undefined : await positionOf(read, team_id, before)
  const page = await readAwardsPage(read, team_id, position)
  const oldest = page.more ? page.awards.at(-1) : undefined
  const history = await readTeamHistory(read, team_id, {
    from: oldest === undefined ? 0 : Date.parse(oldest.awarded_at),
    until: position?.awarded_at ?? Number.MAX_SAFE_INTEGER,
  })
  return { team, members, ...page, history }
}

const ODD_MAX = 50

/** Returns odd patterns that an organiser may want to check, newest first. */
export const odd: Handler<'odd'> = async (_input, { game }) => {
  const found = await readOdd(game.db.read, ODD_MAX)
  const named = found.map(async (one) => ({
    ...one,
    ...(await readOddNames(game.db.read, one)),
    since: isoTime(one.since),
    until: isoTime(one.until),
  }))
  return { odd: await Promise.all(named) }
}

/** Finds the place before which a page begins: the previous page's last entry, or a time. */
async function readBefore(db: Reader, before: string | undefined) {
  if (before === undefined) return null
  const entry = await findAuditEntry(db, before)
  if (entry !== undefined) return entry
  const at = Date.parse(before)
  if (Number.isNaN(at)) throw new Refusal('INVALID_INPUT')
  return { at, entry_id: '' }
}

/** Returns a page of the audit trail, newest first. */
export const audit: Handler<'audit'> = async ({ before }, { game }) => {
  const entries = await readAudit(game.db.read, await readBefore(game.db.read, before), AUDIT_PAGE)
  return {
    entries: entries.map(({ entry_id, at, who, what, about, person, reason }) => ({
      entry_id,
      at: isoTime(at),
      who: who ?? organiserTexts.commandLine,
      what,
      reason,
      about: [about, person].filter((text) => text !== '' && text !== null).join(': '),
    })),
  }
}
