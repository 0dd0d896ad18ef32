import type { Reader } from '#server/db/database'
import { selectAudit } from '#server/db/queries/audit'
import { readLateEntries } from '#server/db/queries/late-entries'
import { exactLocalTime } from '#server/local-time'
import type { Table } from '../files/csv'
import { memberText, readMembers, readPlaces } from './places'

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
    .select([
      'awards.award_id',
      'awards.kind',
      'awards.team_id',
      'teams.team_name',
      'awards.vendor_id',
      'vendors.name as vendor_name',
    ])
    .select(['awards.point_type', 'point_types.label', 'awards.points', 'awards.awarded_at', 'awards.received_at'])
    .select(['users.nickname as given_by', 'awards.reason', 'voids.voided_at'])
    .execute()
  return tableOf(
    rows,
    ['awarded_at', 'received_at', 'voided_at'],
    [
      ...['award_id', 'kind', 'team_id', 'team_name', 'vendor_id', 'vendor_name', 'point_type', 'label', 'points', 'awarded_at'],
      ...['received_at', 'given_by', 'reason', 'voided_at'],
    ],
  )
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
        return { ...row, place, member_count: people.length, members: people.map(memberText).join(' · ') }
      }),
    ['created_at', 'disbanded_at', 'hidden_at'],
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
  return tableOf(rows, [], ['place', 'team_id', 'team_name', 'points', 'member_count'])
}

async function players(db: Reader): Promise<Table> {
  const rows = await db
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.user_id')
    .leftJoin('teams', 'teams.team_id', 'memberships.team_id')
    .where('users.vendor_id', 'is', null)
    .where('users.organiser_since', 'is', null)
    .orderBy('users.created_at')
    .orderBy('users.user_id')
    .select(['users.user_id', 'users.first_name', 'users.last_name', 'users.nickname', 'users.email', 'users.mobile'])
    .select(['teams.team_id', 'teams.team_name', 'users.created_at', 'users.first_signed_in_at', 'users.blocked_at'])
    .execute()
  return tableOf(
    rows,
    ['created_at', 'first_signed_in_at', 'blocked_at'],
    [
      ...['user_id', 'first_name', 'last_name', 'nickname', 'email', 'mobile', 'team_id', 'team_name', 'created_at'],
      ...['first_signed_in_at', 'blocked_at'],
    ],
  )
}

/** The last lines count what was refused beyond the limit of an account. */
async function refusals(db: Reader): Promise<Table> {
  const recorded = await db
    .selectFrom('refusals')
    .leftJoin('users', 'users.user_id', 'refusals.user_id')
    .leftJoin('teams', 'teams.team_id', 'refusals.team_id')
    .orderBy('refusals.refused_at')
    .orderBy('refusals.refusal_id')
    .select(['refusals.award_id', 'refusals.code', 'refusals.vendor_id', 'refusals.team_id', 'teams.team_name'])
    .select(['refusals.point_type', 'users.nickname as given_by', 'refusals.made_at', 'refusals.refused_at'])
    .execute()
  const beyond = await db
    .selectFrom('refusals_beyond')
    .leftJoin('users', 'users.user_id', 'refusals_beyond.user_id')
    .orderBy('refusals_beyond.first_at')
    .orderBy('refusals_beyond.user_id')
    .select(['users.nickname as given_by', 'number', 'first_at as made_at', 'last_at as refused_at'])
    .execute()
  const rows = [...recorded.map((row) => ({ ...row, number: 1 })), ...beyond.map((row) => ({ ...row, code: 'BEYOND_LIMIT' }))]
  return tableOf(
    rows,
    ['made_at', 'refused_at'],
    [...['award_id', 'code', 'vendor_id', 'team_id', 'team_name', 'point_type', 'given_by', 'made_at', 'refused_at'], 'number'],
  )
}

async function late(db: Reader): Promise<Table> {
  return tableOf(
    (await readLateEntries(db)).reverse(),
    ['made_at', 'received_at', 'accepted_at'],
    [
      ...['late_id', 'kind', 'award_id', 'team_id', 'team_name', 'vendor_id', 'vendor_name', 'point_type', 'label', 'points'],
      ...['made_at', 'received_at', 'given_by', 'accepted_at'],
    ],
  )
}

async function audit(db: Reader): Promise<Table> {
  const rows = await selectAudit(db).orderBy('audit.at').orderBy('audit.entry_id').execute()
  return tableOf(rows, ['at'], ['entry_id', 'at', 'who', 'what', 'about', 'person', 'award_id', 'reason'])
}

function tableOf(rows: readonly object[], times: readonly string[], columns: readonly string[]): Table {
  const isTime = new Set(times)
  return [
    columns,
    ...rows.map((row) => {
      const cells = new Map<string, unknown>(Object.entries(row))
      return columns.map((column) => {
        const value = cells.get(column) ?? null
        if (typeof value === 'number' && isTime.has(column)) return exactLocalTime(value)
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
