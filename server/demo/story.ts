import { randomUUID } from 'node:crypto'
import { TERMS_VERSION } from '#contract/protocol'
import { caseKey, uniqueNicknameKey } from '#rules/account'
import { uniqueTeamNameKey } from '#rules/team-name'
import type { Writer } from '../db/database'
import { recordEntries, voidEntry } from '../db/ledger'
import { insertTeams } from '../db/queries/teams'
import { insertRows } from '../db/statement'
import type { NewEntry, UsersTable } from '../db/tables'
import { parseMobile } from '../mobile'
import { hashSecret } from '../random'

/** A player of the demo; the e-mail is derived from the nickname. */
export interface DemoPlayer {
  readonly nickname: string
  readonly first_name: string
  readonly last_name: string
  readonly mobile: string
}

export interface DemoTeam {
  readonly name: string
  readonly tag: string | null
  readonly minutesAgo: number
  /** In the order in which they joined; the first is captain. */
  readonly members: readonly DemoPlayer[]
}

/** An award of a booth. */
export interface DemoAward {
  readonly team: string
  readonly vendor: string
  readonly type: string
  readonly minutesAgo: number
  readonly voided?: boolean
}

/** A bonus tag that a member of a team scanned. */
export interface DemoFind {
  readonly team: string
  readonly tag: string
  /** The member's nickname. */
  readonly finder: string
  readonly minutesAgo: number
}

/** The part of event.json that the rest of a story refers to. */
interface DemoEventFile {
  readonly point_types: readonly { readonly point_type: string; readonly points: number }[]
  readonly vendors: readonly {
    readonly vendor_id: string
    readonly staff: readonly { readonly mobile: string }[]
  }[]
  readonly tags: readonly {
    readonly nfc_id: string
    readonly nfc_type: string
    readonly point_type?: string
  }[]
}

/** A fictional event in progress. Its times are counted back from the insertion. */
export interface DemoStory {
  /** In the format of event.json. */
  readonly event: DemoEventFile
  /** When the players registered. */
  readonly registeredMinutesAgo: number
  readonly teamless: readonly DemoPlayer[]
  readonly teams: readonly DemoTeam[]
  /** Pending requests to join. */
  readonly requests: readonly {
    readonly nickname: string
    readonly team: string
    readonly minutesAgo: number
  }[]
  readonly awards: readonly DemoAward[]
  readonly finds: readonly DemoFind[]
}

const MINUTE_MS = 60_000
const VOIDED_AFTER_MS = 2 * MINUTE_MS

function required<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`the demo names ${String(key)}, which is not in it`)
  return value
}

/** Derives fixed ids, so that screenshots and URLs of the demo stay the same. */
function demoId(...parts: readonly string[]): string {
  return hashSecret(['demo', ...parts].join('\n')).slice(0, 12)
}

const playerId = (nickname: string) => demoId('player', nickname)
const teamId = (name: string) => demoId('team', name)

/** Builds an account that has signed in, because a registration could replace an unused account. */
function userRow({ nickname, ...person }: DemoPlayer, since: number): UsersTable {
  const email = `${nickname}@example.hr`
  return {
    ...person,
    user_id: playerId(nickname),
    email,
    email_key: caseKey(email),
    nickname,
    nickname_key: uniqueNicknameKey(nickname),
    vendor_id: null,
    imported: 0,
    created_at: since,
    first_signed_in_at: since,
    terms_version: TERMS_VERSION,
    terms_accepted_at: since,
    browser_hash: null,
    left_booth_at: null,
    organiser_since: null,
    blocked_at: null,
  }
}

/** Builds a team with members who joined a minute apart. */
function teamRows({ name, members, minutesAgo }: DemoTeam, before: (minutes: number) => number) {
  const [captain] = members
  if (captain === undefined) throw new Error('a team has a captain')
  const [team_id, created_at] = [teamId(name), before(minutesAgo)]
  return {
    team: {
      team_id,
      team_name: name,
      name_key: uniqueTeamNameKey(name),
      captain_id: playerId(captain.nickname),
      created_at,
    },
    members: members.map(({ nickname }, index) => {
      return { user_id: playerId(nickname), team_id, joined_at: created_at + index * MINUTE_MS }
    }),
  }
}

/** Finds the giver of each booth's awards: the first of its staff. */
async function readGivers(db: Writer, { event }: DemoStory): Promise<Map<string, string>> {
  const users = await db.selectFrom('users').select(['user_id', 'mobile']).execute()
  const byMobile = new Map(users.map((user) => [user.mobile, user.user_id]))
  return new Map(
    event.vendors.map(({ vendor_id, staff }) => [
      vendor_id,
      required(byMobile, parseMobile(staff[0]?.mobile ?? '') ?? ''),
    ]),
  )
}

async function insertEntries(
  db: Writer,
  story: DemoStory,
  before: (minutes: number) => number,
): Promise<void> {
  const points = new Map(story.event.point_types.map((type) => [type.point_type, type.points]))
  const bonusTypes = new Map(story.event.tags.map((tag) => [tag.nfc_id, tag.point_type ?? '']))
  const givers = await readGivers(db, story)
  const common = (team: string, point_type: string, minutesAgo: number) => ({
    award_id: randomUUID(),
    team_id: teamId(team),
    point_type,
    points: required(points, point_type),
    awarded_at: before(minutesAgo),
    received_at: before(minutesAgo),
    reason: null,
  })
  const awards = story.awards.map(({ team, vendor, type, minutesAgo, voided = false }) => {
    const given = {
      kind: 'award' as const,
      vendor_id: vendor,
      user_id: required(givers, vendor),
      nfc_id: null,
    }
    return { voided, row: { ...common(team, type, minutesAgo), ...given } satisfies NewEntry }
  })
  const finds = story.finds.map(({ team, tag, finder, minutesAgo }) => {
    const found = {
      kind: 'bonus' as const,
      vendor_id: null,
      user_id: playerId(finder),
      nfc_id: tag,
    }
    return { ...common(team, required(bonusTypes, tag), minutesAgo), ...found } satisfies NewEntry
  })
  await recordEntries(db, [...awards.map(({ row }) => row), ...finds])
  for (const { row, voided } of awards) {
    if (voided)
      await voidEntry(db, row, {
        voided_at: row.received_at + VOIDED_AFTER_MS,
        user_id: row.user_id,
      })
  }
}

/** Inserts a story's people, teams, requests and awards. Its event must have been applied. */
export async function insertStory(db: Writer, story: DemoStory, now: number): Promise<void> {
  const before = (minutes: number) => now - Math.round(minutes * MINUTE_MS)
  const since = before(story.registeredMinutesAgo)
  const players = [...story.teamless, ...story.teams.flatMap((team) => team.members)]
  const users = players.map((player) => userRow(player, since))
  await insertRows(db, 'users', users)
  const teams = story.teams.map((team) => teamRows(team, before))
  await insertTeams(
    db,
    teams.map(({ team }) => team),
  )
  const members = teams.flatMap((team) => team.members)
  await insertRows(db, 'memberships', members)
  for (const { name, tag } of story.teams) {
    const team_id = teamId(name)
    if (tag !== null)
      await db.updateTable('tags').set({ team_id }).where('nfc_id', '=', tag).execute()
  }
  const requests = story.requests.map(({ nickname, team, minutesAgo }) => ({
    user_id: playerId(nickname),
    team_id: teamId(team),
    created_at: before(minutesAgo),
  }))
  await insertRows(db, 'invites', requests)
  await insertEntries(db, story, before)
}
