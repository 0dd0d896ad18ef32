import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Argument, type Command } from 'commander'
import { rankTeams } from '#rules/ranking'
import type { Reader } from '#server/db/database'
import { selectAudit } from '#server/db/queries/audit'
import { readLateEntries } from '#server/db/queries/late-entries'
import { readStandings } from '#server/db/queries/scores'
import type { UsersTable } from '#server/db/tables'
import { Failure } from '#server/failure'
import { hashSecret } from '#server/random'
import { exactLocalTime } from '#server/time'
import { type Asking, type ChangeFlags, confirm, type Output, onEvent, plural, recordCommand } from '../common/command'
import { findPerson } from '../common/find-person'
import { parseSeparator, SEPARATOR, type Table, tableFile } from '../files/csv'
import { stagePrivateFile } from '../files/files'

export interface ExportFlags extends ChangeFlags {
  readonly out: string
}

/** Writes a file that is complete or not there. Names and numbers are for the organiser alone. */
export async function writeWhole(file: string, content: string | Buffer, asking: Asking): Promise<void> {
  if (existsSync(file)) await confirm(`${file} exists. Replace it?`, asking)
  const staged = await stagePrivateFile(file, content)
  await staged.publish()
}

/** Every team that has a place, by place: as it is now, also during a freeze. */
export async function readPlaces(db: Reader) {
  return rankTeams((await readStandings(db)).filter(({ hidden }) => !hidden))
}

/** Names and numbers of each team's members, the captain first. */
export async function readMembers(db: Reader) {
  const rows = await db
    .selectFrom('memberships')
    .innerJoin('users', 'users.user_id', 'memberships.user_id')
    .innerJoin('teams', 'teams.team_id', 'memberships.team_id')
    .orderBy((eb) => eb.case().when('teams.captain_id', '=', eb.ref('users.user_id')).then(0).else(1).end())
    .orderBy('memberships.joined_at')
    .orderBy('users.user_id')
    .select(['teams.team_id', 'users.first_name', 'users.last_name', 'users.mobile'])
    .execute()
  const members = new Map<string, typeof rows>()
  for (const row of rows) members.set(row.team_id, [...(members.get(row.team_id) ?? []), row])
  return members
}

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

const readableRow = (row: object) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, readable(name, value)]))

/** A query for each list of how a person signs in. */
function signIns(db: Reader, { user_id, mobile, email_key }: UsersTable) {
  const hashes = [user_id, mobile, email_key].map(hashSecret)
  return {
    sessions: db
      .selectFrom('sessions')
      .where('user_id', '=', user_id)
      .select(['created_at', 'renewed_at', 'expires_at', 'address', 'user_agent']),
    codes: db
      .selectFrom('sign_in_requests')
      .where((eb) => eb.or([eb('user_id', '=', user_id), eb('asked_hash', 'in', hashes)]))
      .select(['created_at', 'used_at', 'wrong_tries']),
    links: db.selectFrom('organiser_links').where('user_id', '=', user_id).select('created_at'),
    sms_counted: db.selectFrom('sms_sends').where('recipient_hash', 'in', hashes).select('sent_at'),
    wrong_codes: db.selectFrom('wrong_codes').where('account_hash', 'in', hashes).select('tried_at'),
    notifications: db.selectFrom('push_subscriptions').where('user_id', '=', user_id).select(['endpoint', 'created_at']),
    signing_devices: db
      .selectFrom('signing_devices')
      .where('user_id', '=', user_id)
      .select(['registered_at', 'last_used_at', 'revoked_at']),
    booth_history: db.selectFrom('staff_history').where('user_id', '=', user_id).select(['vendor_id', 'from_at', 'until_at']),
    booth_devices: db.selectFrom('booth_devices').where('user_id', '=', user_id).select(['seen_at', 'waiting']),
  }
}

/** A query for each list of what a person did, and what was done about them. */
function takingPart(db: Reader, userId: string) {
  const team = ['teams.team_id', 'teams.team_name'] as const
  return {
    team: db
      .selectFrom('memberships')
      .innerJoin('teams', 'teams.team_id', 'memberships.team_id')
      .where('memberships.user_id', '=', userId)
      .select([...team, 'memberships.joined_at']),
    requests: db
      .selectFrom('invites')
      .innerJoin('teams', 'teams.team_id', 'invites.team_id')
      .where('invites.user_id', '=', userId)
      .select([...team, 'invites.created_at']),
    captain_of: db
      .selectFrom('teams')
      .where('captain_id', '=', userId)
      .select([...team, 'created_at', 'disbanded_at']),
    team_history: db
      .selectFrom('team_log')
      .innerJoin('teams', 'teams.team_id', 'team_log.team_id')
      .where((eb) => eb.or([eb('team_log.user_id', '=', userId), eb('team_log.by_user_id', '=', userId)]))
      .orderBy('team_log.at')
      .select([...team, 'team_log.at', 'team_log.what', 'team_log.nfc_id']),
    awards: db.selectFrom('awards').where('user_id', '=', userId).orderBy('awarded_at').selectAll(),
    voids: db.selectFrom('voids').where('user_id', '=', userId).select(['award_id', 'voided_at']),
    refusals: db
      .selectFrom('refusals')
      .where('user_id', '=', userId)
      .select(['award_id', 'vendor_id', 'team_id', 'point_type', 'code', 'made_at', 'refused_at']),
    tag_touches: db
      .selectFrom('tag_touches')
      .where('user_id', '=', userId)
      .orderBy('received_at')
      .select(['nfc_id', 'team_id', 'made_at', 'received_at']),
    late_entries: db
      .selectFrom('late_entries')
      .where('user_id', '=', userId)
      .orderBy('received_at')
      .select(['kind', 'award_id', 'vendor_id', 'team_id', 'point_type', 'points', 'made_at', 'received_at'])
      .select(['accepted_at', 'declined_at']),
    late_beyond: db.selectFrom('late_beyond').where('user_id', '=', userId).select(['number', 'first_at', 'last_at']),
    refusals_beyond: db.selectFrom('refusals_beyond').where('user_id', '=', userId).select(['number', 'first_at', 'last_at']),
    messages: db.selectFrom('messages').where('user_id', '=', userId).select(['text', 'sent_at', 'sent_to']),
    audit: selectAudit(db)
      .where((eb) => eb.or([eb('audit.user_id', '=', userId), eb('audit.person_id', '=', userId)]))
      .orderBy('audit.at'),
  }
}

/** Everything that is kept about a person, without secrets and their hashes. */
export async function readPersonData(db: Reader, person: UsersTable): Promise<Record<string, unknown>> {
  const { browser_hash: _browser, email_key: _email, nickname_key: _nickname, imported, ...account } = person
  const data: Record<string, unknown> = { account: readableRow({ ...account, entered_by_organiser: imported === 1 }) }
  for (const [name, query] of Object.entries({ ...signIns(db, person), ...takingPart(db, person.user_id) })) {
    data[name] = (await query.execute()).map(readableRow)
  }
  return data
}

type Flags = ExportFlags & { readonly separator: string }

async function exportTable(name: ExportName, flags: Flags, output: Output): Promise<void> {
  const separator = parseSeparator(flags.separator)
  const file = resolve(flags.out)
  await onEvent(output, flags, async (db, by, print) => {
    const table = await EXPORTS[name](db.read)
    await writeWhole(file, await tableFile(file, table, separator), { ...flags, output })
    await recordCommand(db, by, { what: 'export', about: name })
    const rows = table.length - 1
    print({ file, rows }, `${file}: ${plural(rows, 'row')}\n`)
  })
}

async function exportPerson(who: string, flags: Flags, output: Output): Promise<void> {
  const file = resolve(flags.out)
  await onEvent(output, flags, async (db, by, print) => {
    const person = await findPerson(db.read, who)
    const data = await readPersonData(db.read, person)
    await writeWhole(file, `${JSON.stringify(data, null, 2)}\n`, { ...flags, output })
    await recordCommand(db, by, { what: 'export', person_id: person.user_id })
    print({ file, user_id: person.user_id }, `${file}: everything kept about ${person.nickname}\n`)
  })
}

function isTable(what: string): what is ExportName {
  return Object.hasOwn(EXPORTS, what)
}

export function registerExport(program: Command, output: Output): void {
  program
    .command('export')
    .description('write a table for a spreadsheet, or everything kept about one person as JSON')
    .addArgument(new Argument('<what>', 'the table, or person').choices([...Object.keys(EXPORTS), 'person']))
    .argument('[who]', 'with person: number, e-mail, nickname, name or id; where several fit, all are shown')
    .requiredOption('--out <FILE>', 'FILE.xlsx or FILE.csv for a table, FILE.json for a person')
    .option(...SEPARATOR)
    .option('--yes', 'replace the file where it exists, without asking', false)
    .addHelpText(
      'after',
      `
Times are those of the event's time zone. CSV is UTF-8 with a byte order mark; what a spreadsheet would run as a formula (= + - @ or
a tab at the beginning, or after a separator) begins with an apostrophe, and mobile numbers begin with tel:. In .xlsx texts are texts.
  npm run event -- export awards --out awards.xlsx
  npm run event -- export teams --out teams.csv --separator ,
  npm run event -- export person +385911234567 --out iva.json`,
    )
    .action((what: string, who: string | undefined, flags: Flags) => {
      if (isTable(what)) {
        if (who !== undefined) throw new Failure(`export ${what} takes no "${who}"; one person is "export person ${who}".`)
        return exportTable(what, flags, output)
      }
      if (who === undefined) throw new Failure('export person takes a number, e-mail, nickname, name or id.')
      return exportPerson(who, flags, output)
    })
}
