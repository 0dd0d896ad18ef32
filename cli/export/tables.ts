import type { Reader } from '#server/db/database'
import { selectAudit } from '#server/db/queries/audit'
import { readLateEntries } from '#server/db/queries/late-entries'
import { exactLocalTime } from '#server/time'
import type { Table } from '../files/csv'
import { readMembers, readPlaces } from './places'

const AWARD_COLUMNS = [
  ...['awards.award_id', 'awards.kind', 'awards.team_id', 'teams.team_name', 'awards.vendor_id'],
  ...['vendors.name as vendor_name', 'awards.point_type', 'point_types.label', 'awards.points', 'awards.awarded_at'],
  ...['awards.received_at', 'users.nickname as given_by', 'awards.reason', 'voids.voided_at'],
] as const

async function awards(db: Reader): Promise<Table> {
  const rows = await db
    .selectFrom('awards')
    .innerJoin('teams', 'teams.team_id', 'awards.team_id')
    .leftJoin('vendors', 'vendors.vendor_id', 'awards.vendor_id')
    .leftJoin('point_types', 'point_types.point_type', 'awards.point_type')
    .leftJoin('users', 'users.user_id', 'awards.user_id')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .orderBy('awards.awarded_at')
    .orderBy('awards.award_id')
    .select(AWARD_COLUMNS)
    .execute()
  return tableOf(rows, AWARD_COLUMNS)
}

/** By place; then the hidden ones and the disbanded ones, which have none. */
async function teams(db: Reader): Promise<Table> {
  const rows = await db
    .selectFrom('teams')
    .innerJoin('users', 'users.user_id', 'teams.captain_id')
    .leftJoin('team_scores', 'team_scores.team_id', 'teams.team_id')
    .leftJoin('tags', 'tags.team_id', 'teams.team_id')
    .orderBy('teams.created_at')
    .orderBy('teams.team_id')
    .select(['teams.team_id', 'teams.team_name', 'team_scores.points', 'users.nickname as captain', 'tags.nfc_id'])
    .select(['teams.created_at', 'teams.disbanded_at', 'teams.hidden_at'])
    .execute()
  const ranked = await readPlaces(db)
  const members = await readMembers(db)
  const orderOf = new Map(ranked.map(({ teamId }, order) => [teamId, order]))
  const order = (team: (typeof rows)[number]) => orderOf.get(team.team_id) ?? ranked.length + (team.disbanded_at === null ? 0 : 1)
  return tableOf(
    rows
      .sort((one, other) => order(one) - order(other))
      .map((row) => {
        const people = members.get(row.team_id) ?? []
        const place = ranked[order(row)]?.rank ?? null
        const names = people.map(({ first_name, last_name, mobile }) => `${first_name} ${last_name} ${mobile}`)
        return { ...row, place, member_count: people.length, members: names.join(' · ') }
      }),
    [
      ...['place', 'team_id', 'team_name', 'points', 'member_count', 'captain', 'members', 'nfc_id', 'created_at'],
      ...['disbanded_at', 'hidden_at'],
    ],
  )
}

/** As it is now, also during a freeze. */
async function ranking(db: Reader): Promise<Table> {
  const rows = (await readPlaces(db)).map(({ rank, teamId, teamName, points, memberCount }) => {
    return { place: rank, team_id: teamId, team_name: teamName, points, member_count: memberCount }
  })
  return tableOf(rows, ['place', 'team_id', 'team_name', 'points', 'member_count'])
}

const PLAYER_COLUMNS = [
  ...['users.user_id', 'users.first_name', 'users.last_name', 'users.nickname', 'users.email', 'users.mobile'],
  ...['teams.team_id', 'teams.team_name', 'users.created_at', 'users.first_signed_in_at', 'users.blocked_at'],
] as const

async function players(db: Reader): Promise<Table> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.user_id')
    .leftJoin('teams', 'teams.team_id', 'memberships.team_id')
    .where('users.vendor_id', 'is', null)
    .where('users.organiser_since', 'is', null)
    .orderBy('users.created_at')
    .orderBy('users.user_id')
    .select(PLAYER_COLUMNS)
    .execute()
  return tableOf(rows, PLAYER_COLUMNS)
}

const REFUSAL_COLUMNS = [
  ...['refusals.award_id', 'refusals.code', 'refusals.vendor_id', 'refusals.team_id', 'teams.team_name'],
  ...['refusals.point_type', 'users.nickname as given_by', 'refusals.made_at', 'refusals.refused_at'],
] as const

/** The last lines count what was refused beyond the limit of an account. */
async function refusals(db: Reader): Promise<Table> {
  const recorded = await db
    .selectFrom('refusals')
    .leftJoin('users', 'users.user_id', 'refusals.user_id')
    .leftJoin('teams', 'teams.team_id', 'refusals.team_id')
    .orderBy('refusals.refused_at')
    .orderBy('refusals.refusal_id')
    .select(REFUSAL_COLUMNS)
    .execute()
  const beyond = await db
    .selectFrom('refusals_beyond')
    .leftJoin('users', 'users.user_id', 'refusals_beyond.user_id')
    .orderBy('refusals_beyond.first_at')
    .orderBy('refusals_beyond.user_id')
    .select(['users.nickname as given_by', 'number', 'first_at as made_at', 'last_at as refused_at'])
    .execute()
  const rows = [...recorded.map((row) => ({ ...row, number: 1 })), ...beyond.map((row) => ({ ...row, code: 'BEYOND_LIMIT' }))]
  return tableOf(rows, [...REFUSAL_COLUMNS, 'number'])
}

async function late(db: Reader): Promise<Table> {
  return tableOf((await readLateEntries(db)).reverse(), [
    ...['late_id', 'kind', 'award_id', 'team_id', 'team_name', 'vendor_id', 'vendor_name', 'point_type', 'label', 'points'],
    ...['made_at', 'received_at', 'given_by', 'accepted_at', 'declined_at'],
  ])
}

async function audit(db: Reader): Promise<Table> {
  const rows = await selectAudit(db).orderBy('audit.at').orderBy('audit.entry_id').execute()
  return tableOf(rows, ['entry_id', 'at', 'who', 'what', 'about', 'person', 'award_id', 'reason'])
}

/** Times as text; any other value of a column as it is stored. */
export function readable(column: string, value: unknown): unknown {
  const isTime = column === 'at' || column === 'organiser_since' || column.endsWith('_at')
  return isTime && typeof value === 'number' ? exactLocalTime(value) : value
}

/** @param columns as a query selects them: `users.nickname as given_by` has the heading `given_by` */
function tableOf(rows: readonly object[], columns: readonly string[]): Table {
  const headings = columns.map((column) => column.replace(/^.*( as |\.)/, ''))
  return [
    headings,
    ...rows.map((row) => {
      const cells = new Map<string, unknown>(Object.entries(row))
      return headings.map((heading) => {
        const value = readable(heading, cells.get(heading))
        return typeof value === 'string' || typeof value === 'number' ? value : null
      })
    }),
  ]
}

/** What can be exported, each as a table. */
export const EXPORTS = { awards, teams, players, refusals, late, audit, ranking } as const satisfies Record<
  string,
  (db: Reader) => Promise<Table>
>
export type ExportName = keyof typeof EXPORTS
