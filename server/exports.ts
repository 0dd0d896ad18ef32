import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { TableName } from '#contract/organiser-entities'
import { rankTeams } from '#rules/ranking'
import type { TableColumn } from '#texts/tables'
import type { Reader } from './db/database'
import { selectPlayers } from './db/queries/accounts'
import { selectAudit } from './db/queries/audit'
import { findLateEntry, readLateEntries } from './db/queries/late-entries'
import { readRefusalsBeyond } from './db/queries/refusals'
import { readStandings } from './db/queries/scores'
import { invitationState, readLatestInvitations } from './db/queries/sms-messages'
import { textsOf } from './db/statement'
import { Refusal } from './refusal'

type ExportedRow = Readonly<Partial<Record<TableColumn, string | number | null>>>

/** Rows with ids; the last id is the next page's `before`. Times are ms. */
interface ExportedPage {
  readonly rows: readonly (ExportedRow & { readonly id: string })[]
  readonly more: boolean
}

interface ExportedTable {
  readonly columns: readonly TableColumn[]
  read(db: Reader, before: string | undefined, limit: number): Promise<ExportedPage>
}

/**
 * Builds the condition for the rows that follow the row with this id, newest first by these
 * columns. The last column is the id. Throws if no row has it.
 */
async function follows(
  db: Reader,
  table: 'awards' | 'users' | 'refusals' | 'audit',
  columns: readonly string[],
  id: string | undefined,
): Promise<RawBuilder<SqlBool>> {
  if (id === undefined) return sql`true`
  const [names, own] = [
    columns.map((column) => sql.ref(`${table}.${column}`)),
    columns.at(-1) ?? '',
  ]
  const { rows } = await sql<Record<string, string | number>>`
    select ${sql.join(names)} from ${sql.table(table)} where ${sql.ref(own)} = ${id}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Refusal('INVALID_INPUT')
  // Both engines use an index that begins with these columns.
  return sql`(${sql.join(names)}) < (${sql.join(columns.map((column) => row[column]))})`
}

/** Builds a page of up to `limit` rows. If `rows` has one more, there is a next page. */
function pageOf<T extends ExportedRow>(
  rows: readonly T[],
  limit: number,
  idOf: (row: T) => string,
): ExportedPage {
  return {
    rows: rows.slice(0, limit).map((row) => ({ ...row, id: idOf(row) })),
    more: rows.length > limit,
  }
}

/** Columns with the team and booth of an entry, and its points. */
const GIVEN = [
  'team_id',
  'team_name',
  'vendor_id',
  'vendor_name',
  'point_type',
  'label',
  'points',
] as const

/**
 * Newest first. An index selects the page before anything is joined, so that a page takes no longer
 * among a million awards than among few.
 */
const awards: ExportedTable = {
  columns: [
    'award_id',
    'kind',
    ...GIVEN,
    'awarded_at',
    'received_at',
    'given_by',
    'reason',
    'voided_at',
  ],
  async read(db, before, limit) {
    const page = db
      .selectFrom('awards')
      .where(await follows(db, 'awards', ['awarded_at', 'received_at', 'award_id'], before))
      .orderBy('awarded_at', 'desc')
      .orderBy('received_at', 'desc')
      .orderBy('award_id', 'desc')
      .limit(limit + 1)
      .selectAll()
    const rows = await db
      .selectFrom(page.as('awards'))
      .innerJoin('teams', 'teams.team_id', 'awards.team_id')
      .leftJoin('vendors', 'vendors.vendor_id', 'awards.vendor_id')
      .leftJoin('point_types', 'point_types.point_type', 'awards.point_type')
      .leftJoin('users', 'users.user_id', 'awards.user_id')
      .leftJoin('voids', 'voids.award_id', 'awards.award_id')
      .orderBy('awards.awarded_at', 'desc')
      .orderBy('awards.received_at', 'desc')
      .orderBy('awards.award_id', 'desc')
      .select([
        'awards.award_id',
        'awards.kind',
        'awards.team_id',
        'teams.team_name',
        'awards.vendor_id',
        'awards.point_type',
        'vendors.name as vendor_name',
        'point_types.label',
        'awards.points',
        'awards.awarded_at',
        'awards.received_at',
        'users.nickname as given_by',
        'awards.reason',
        'voids.voided_at',
      ])
      .execute()
    return pageOf(rows, limit, ({ award_id }) => award_id)
  },
}

/** Reads every team that has a place, in the order of the live places, even during a freeze. */
async function readPlaces(db: Reader) {
  return rankTeams((await readStandings(db)).filter(({ hidden }) => !hidden))
}

/** Returns the part of an ordered list after one of its ids. */
function slice(ids: readonly string[], before: string | undefined, limit: number) {
  const from = before === undefined ? 0 : ids.indexOf(before) + 1
  if (before !== undefined && from === 0) throw new Refusal('INVALID_INPUT')
  return { ids: ids.slice(from, from + limit), more: ids.length > from + limit }
}

/** Reads names and numbers of each team's members, the captain first. */
async function readMembers(db: Reader, teamIds: readonly string[]) {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.user_id', 'memberships.user_id')
    .innerJoin('teams', 'teams.team_id', 'memberships.team_id')
    .where('teams.team_id', 'in', textsOf(db, teamIds))
    .orderBy((eb) =>
      eb.case().when('teams.captain_id', '=', eb.ref('users.user_id')).then(0).else(1).end(),
    )
    .orderBy('memberships.joined_at')
    .orderBy('users.user_id')
    .select(['teams.team_id', 'users.first_name', 'users.last_name', 'users.mobile'])
    .execute()
  const members = new Map<string, typeof rows>()
  for (const row of rows) {
    const known = members.get(row.team_id)
    if (known === undefined) members.set(row.team_id, [row])
    else known.push(row)
  }
  return members
}

/** By place; then hidden and disbanded teams, which have no place. */
const teams: ExportedTable = {
  columns: [
    'place',
    'team_id',
    'team_name',
    'points',
    'member_count',
    'captain',
    'members',
    'nfc_id',
    'created_at',
    'disbanded_at',
    'hidden_at',
  ],
  async read(db, before, limit) {
    const ranked = await readPlaces(db)
    const placeOf = new Map(ranked.map(({ team_id, rank }) => [team_id, rank]))
    const others = await db
      .selectFrom('teams')
      .where((eb) => eb.or([eb('hidden_at', 'is not', null), eb('disbanded_at', 'is not', null)]))
      .orderBy((eb) => eb.case().when('disbanded_at', 'is', null).then(0).else(1).end())
      .orderBy('created_at')
      .orderBy('team_id')
      .select('team_id')
      .execute()
    const { ids, more } = slice(
      [...placeOf.keys(), ...others.map(({ team_id }) => team_id)],
      before,
      limit,
    )
    const rows = await db
      .selectFrom('teams')
      .innerJoin('users', 'users.user_id', 'teams.captain_id')
      .leftJoin('team_scores', 'team_scores.team_id', 'teams.team_id')
      .leftJoin('tags', 'tags.team_id', 'teams.team_id')
      .where('teams.team_id', 'in', textsOf(db, ids))
      .select([
        'teams.team_id',
        'teams.team_name',
        'team_scores.points',
        'users.nickname as captain',
        'tags.nfc_id',
        'teams.created_at',
        'teams.disbanded_at',
        'teams.hidden_at',
      ])
      .execute()
    const members = await readMembers(db, ids)
    const byId = new Map(rows.map((row) => [row.team_id, row]))
    const shown = ids.flatMap((id) => {
      const row = byId.get(id)
      if (row === undefined) return []
      const people = members.get(id) ?? []
      const names = people.map(
        ({ first_name, last_name, mobile }) => `${first_name} ${last_name} ${mobile}`,
      )
      // Name no captain of a team that outlived its members (rule 5): the account was erased.
      const captain = people.length === 0 && row.disbanded_at === null ? null : row.captain
      return [
        {
          ...row,
          captain,
          id,
          place: placeOf.get(id) ?? null,
          member_count: people.length,
          members: names.join(' · '),
        },
      ]
    })
    return { rows: shown, more }
  },
}

/** The live ranking, even during a freeze. */
const ranking: ExportedTable = {
  columns: ['place', 'team_id', 'team_name', 'points', 'member_count'],
  async read(db, before, limit) {
    const ranked = new Map((await readPlaces(db)).map((team) => [team.team_id, team]))
    const { ids, more } = slice([...ranked.keys()], before, limit)
    const rows = ids.flatMap((id) => {
      const team = ranked.get(id)
      if (team === undefined) return []
      const { rank, team_name, points, member_count } = team
      return [{ id, place: rank, team_id: id, team_name, points, member_count }]
    })
    return { rows, more }
  },
}

/** Newest first. */
const players: ExportedTable = {
  columns: [
    'user_id',
    'first_name',
    'last_name',
    'nickname',
    'email',
    'mobile',
    'team_id',
    'team_name',
    'created_at',
    'first_signed_in_at',
    'blocked_at',
    'invited_at',
    'invitation_failed_at',
  ],
  async read(db, before, limit) {
    const rows = await selectPlayers(db)
      .leftJoin('memberships', 'memberships.user_id', 'users.user_id')
      .leftJoin('teams', 'teams.team_id', 'memberships.team_id')
      .where(await follows(db, 'users', ['created_at', 'user_id'], before))
      .orderBy('users.created_at', 'desc')
      .orderBy('users.user_id', 'desc')
      .limit(limit + 1)
      .select([
        'users.user_id',
        'users.first_name',
        'users.last_name',
        'users.nickname',
        'users.email',
        'users.mobile',
        'teams.team_id',
        'teams.team_name',
        'users.created_at',
        'users.first_signed_in_at',
        'users.blocked_at',
      ])
      .execute()
    const invited = await readLatestInvitations(db)
    const withInvitation = (row: (typeof rows)[number]) => {
      const latest = invited.get(row.user_id)
      if (latest === undefined) return row
      const failed = invitationState(latest, Date.now()) === 'failed'
      return { ...row, [failed ? 'invitation_failed_at' : 'invited_at']: latest.begun_at }
    }
    return pageOf(rows.map(withInvitation), limit, ({ user_id }) => user_id)
  },
}

/** Reads refusals that were recorded one by one, newest first. */
async function readRecordedRefusals(db: Reader, before: string | undefined, limit: number) {
  const rows = await db
    .selectFrom('refusals')
    .leftJoin('users', 'users.user_id', 'refusals.user_id')
    .leftJoin('teams', 'teams.team_id', 'refusals.team_id')
    .where(await follows(db, 'refusals', ['refused_at', 'refusal_id'], before))
    .orderBy('refused_at', 'desc')
    .orderBy('refusal_id', 'desc')
    .limit(limit)
    .select([
      'refusals.refusal_id as id',
      'refusals.award_id',
      'refusals.code',
      'refusals.vendor_id',
      'refusals.team_id',
      'teams.team_name',
      'refusals.point_type',
      'users.nickname as given_by',
      'refusals.made_at',
      'refused_at',
    ])
    .execute()
  return rows.map((row) => ({ ...row, number: 1 }))
}

/** Newest first; then a row for each account whose further refusals were only counted. */
const refusals: ExportedTable = {
  columns: [
    'award_id',
    'code',
    'vendor_id',
    'team_id',
    'team_name',
    'point_type',
    'given_by',
    'made_at',
    'refused_at',
    'number',
  ],
  async read(db, before, limit) {
    const counted = await readRefusalsBeyond(db)
    const last = counted.findIndex(({ id }) => id === before)
    const recorded = last === -1 ? await readRecordedRefusals(db, before, limit + 1) : []
    return pageOf([...recorded, ...counted.slice(last + 1)], limit, ({ id }) => id)
  },
}

/** Undecided entries first, then the newest. */
const late: ExportedTable = {
  columns: [
    'late_id',
    'kind',
    'award_id',
    ...GIVEN,
    'made_at',
    'received_at',
    'given_by',
    'accepted_at',
    'declined_at',
  ],
  async read(db, before, limit) {
    const after = before === undefined ? null : await findLateEntry(db, before)
    if (after === undefined) throw new Refusal('INVALID_INPUT')
    const rows = await readLateEntries(db, { after, limit: limit + 1 })
    return pageOf(rows, limit, ({ late_id }) => late_id)
  },
}

/** Newest first. */
const audit: ExportedTable = {
  columns: ['entry_id', 'at', 'who', 'what', 'about', 'person', 'award_id', 'reason'],
  async read(db, before, limit) {
    const rows = await selectAudit(db)
      .where(await follows(db, 'audit', ['at', 'entry_id'], before))
      .orderBy('audit.at', 'desc')
      .orderBy('audit.entry_id', 'desc')
      .limit(limit + 1)
      .execute()
    return pageOf(rows, limit, ({ entry_id }) => entry_id)
  },
}

/** The exported tables by name. */
export const TABLES: Readonly<Record<TableName, ExportedTable>> = {
  awards,
  teams,
  players,
  refusals,
  late,
  audit,
  ranking,
}

/** Whether a column holds times. */
export const isTime = (column: string) =>
  column === 'at' || column === 'organiser_since' || column.endsWith('_at')
