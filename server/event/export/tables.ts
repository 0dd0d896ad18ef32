import type { Reader } from '../../db/database'
import { selectAudit } from '../../db/queries/audit'
import { exactLocalTime } from '../local-time'

type Cell = string | number | null

/** The first row names the columns. */
export type Table = readonly (readonly Cell[])[]

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
    .select((eb) =>
      eb
        .selectFrom('memberships')
        .whereRef('memberships.team_id', '=', 'teams.team_id')
        .select((inner) => inner.fn.countAll<number>().as('total'))
        .as('members'),
    )
    .execute()
  return tableOf(
    rows,
    ['created_at', 'disbanded_at', 'hidden_at'],
    [...['team_id', 'team_name', 'points', 'members', 'captain', 'nfc_id', 'created_at', 'disbanded_at', 'hidden_at']],
  )
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

async function refusals(db: Reader): Promise<Table> {
  const rows = await db
    .selectFrom('refusals')
    .leftJoin('users', 'users.user_id', 'refusals.user_id')
    .leftJoin('teams', 'teams.team_id', 'refusals.team_id')
    .orderBy('refusals.refused_at')
    .orderBy('refusals.refusal_id')
    .select(['refusals.award_id', 'refusals.code', 'refusals.vendor_id', 'refusals.team_id', 'teams.team_name'])
    .select(['refusals.point_type', 'users.nickname as given_by', 'refusals.made_at', 'refusals.refused_at'])
    .execute()
  return tableOf(
    rows,
    ['made_at', 'refused_at'],
    [...['award_id', 'code', 'vendor_id', 'team_id', 'team_name', 'point_type', 'given_by', 'made_at', 'refused_at']],
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
export const EXPORTS = { awards, teams, players, refusals, audit } as const satisfies Record<
  string,
  (db: Reader) => Promise<Table>
>
export type ExportName = keyof typeof EXPORTS
