import { randomUUID } from 'node:crypto'
import { TERMS_VERSION } from '#contract/protocol'
import { caseKey } from '#rules/account'
import { teamNameKey } from '#rules/team-name'
import type { Writer } from '../../db/database'
import { recordEntry, voidEntry } from '../../db/ledger'
import { addMember, insertTeam } from '../../db/queries/teams'
import type { AwardsTable } from '../../db/tables'
import { randomId } from '../../random'
import { BOOTH_AWARDS, FOUND_BONUSES } from './demo-awards'
import { type DemoPlayer, type DemoTeam, REQUEST, TEAMLESS, TEAMS } from './demo-cast'
import { demoEvent } from './demo-event'

const MINUTE_MS = 60_000
const VOIDED_AFTER_MS = 2 * MINUTE_MS

function required<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`the demo names ${String(key)}, which is not in it`)
  return value
}

/** Signed in before: an account that never was reserves nothing, and the next to register could replace it. */
async function addPlayer(db: Writer, { nickname, ...person }: DemoPlayer, since: number): Promise<string> {
  const user_id = randomId(60)
  const email = `${nickname}@example.hr`
  await db
    .insertInto('users')
    .values({
      ...person,
      user_id,
      email,
      email_key: caseKey(email),
      nickname,
      nickname_key: caseKey(nickname),
      vendor_id: null,
      imported: 0,
      created_at: since,
      first_signed_in_at: since,
      terms_version: TERMS_VERSION,
      terms_accepted_at: since,
    })
    .execute()
  return user_id
}

async function addTeam(db: Writer, team: DemoTeam, playerIds: ReadonlyMap<string, string>, now: number): Promise<string> {
  const team_id = randomId(60)
  const created_at = now - team.minutesAgo * MINUTE_MS
  const memberIds = team.members.map((member) => required(playerIds, member.nickname))
  const [captain_id] = memberIds
  if (captain_id === undefined) throw new Error('a team has a captain')
  const name_key = teamNameKey(team.name)
  await insertTeam(db, { team_id, team_name: team.name, name_key, captain_id, created_at })
  if (team.tag !== null) await db.updateTable('tags').set({ team_id }).where('nfc_id', '=', team.tag).execute()
  for (const [index, id] of memberIds.entries()) await addMember(db, team_id, id, created_at + index * MINUTE_MS)
  return team_id
}

/** The first of each booth's staff gave what the booth gave. */
async function readGivers(db: Writer): Promise<Map<string, string>> {
  const users = await db.selectFrom('users').select(['user_id', 'mobile']).execute()
  const byMobile = new Map(users.map((user) => [user.mobile, user.user_id]))
  return new Map(demoEvent.vendors.map((vendor) => [vendor.vendor_id, required(byMobile, vendor.staff[0].mobile)]))
}

type Ids = ReadonlyMap<string, string>

async function addAwards(db: Writer, teamIds: Ids, playerIds: Ids, now: number): Promise<void> {
  const points = new Map<string, number>(demoEvent.point_types.map((type) => [type.point_type, type.points]))
  const givers = await readGivers(db)
  const award = (team: string, point_type: string, minutesAgo: number) => ({
    award_id: randomUUID(),
    team_id: required(teamIds, team),
    point_type,
    points: required(points, point_type),
    awarded_at: now - minutesAgo * MINUTE_MS,
    received_at: now - minutesAgo * MINUTE_MS,
    reason: null,
  })
  for (const { team, vendor, type, minutesAgo, voided } of BOOTH_AWARDS) {
    const user_id = required(givers, vendor)
    const row: AwardsTable = { ...award(team, type, minutesAgo), kind: 'award', vendor_id: vendor, user_id, nfc_id: null }
    await recordEntry(db, row)
    if (!voided) continue
    const voided_at = row.received_at + VOIDED_AFTER_MS
    await voidEntry(db, row, { voided_at, user_id })
  }
  for (const { team, tag, finder, minutesAgo } of FOUND_BONUSES) {
    const user_id = required(playerIds, finder)
    await recordEntry(db, { ...award(team, 'blago', minutesAgo), kind: 'bonus', vendor_id: null, user_id, nfc_id: tag })
  }
}

/** Teams that have played for a few hours, a request that waits, and players without a team. */
export async function addDemoTeams(db: Writer, now: number): Promise<void> {
  const since = now - 300 * MINUTE_MS
  const playerIds = new Map<string, string>()
  for (const player of [...TEAMLESS, ...TEAMS.flatMap((team) => team.members)]) {
    playerIds.set(player.nickname, await addPlayer(db, player, since))
  }
  const teamIds = new Map<string, string>()
  for (const team of TEAMS) teamIds.set(team.name, await addTeam(db, team, playerIds, now))
  await db
    .insertInto('invites')
    .values({
      user_id: required(playerIds, REQUEST.nickname),
      team_id: required(teamIds, REQUEST.team),
      created_at: now - REQUEST.minutesAgo * MINUTE_MS,
    })
    .execute()
  await addAwards(db, teamIds, playerIds, now)
}
