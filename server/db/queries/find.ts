import { setImmediate as nextTurn } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import type { FoundPerson } from '#contract/organiser-entities'
import { uniqueTeamName } from '#rules/team-name'
import { isoTimeOrNull } from '../../time'
import type { Database, Reader } from '../database'
import { jsonRows } from '../statement'
import { BY_NICKNAME } from './accounts'
import { selectDeviceTotals } from './booths'

const LINE = '\n'

/** How a text is looked for, best first: the whole of a line, its beginning, anywhere. */
function patternsOf(key: string): readonly [string, string, string] {
  const escaped = key.replace(/[\\%_]/g, '\\$&')
  return [`%${LINE}${escaped}${LINE}%`, `%${LINE}${escaped}%`, `%${escaped}%`]
}

/** 0 if the lines hold the whole key, 1 if one of them begins with it, 2 if it is somewhere; null if nowhere. */
function fitOf(lines: RawBuilder<string>, key: string): RawBuilder<number | null> {
  const [whole, beginning, part] = patternsOf(key)
  // Most lines have no part of it, which one look tells.
  return sql`case
    when ${lines} not like ${part} escape '\\' then null
    when ${lines} like ${whole} escape '\\' then 0
    when ${lines} like ${beginning} escape '\\' then 1
    else 2 end`
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** The digits of a query that may be a part of a number, without the prefix of its country's calls (0) or of others (00); empty if it is none. */
function numberIn(query: string): string {
  const digits = digitsOf(query)
  return /^[\d\s()+/.-]+$/.test(query) && digits.length >= 3 ? digits.replace(/^(0|00(?=\d{8}))(?=[1-9])/, '') : ''
}

/** When somebody was last seen on any device: a booth's devices tell more exactly than sessions. */
async function readLastSeen(db: Reader, userIds: readonly string[]): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const sessions = await db
    .selectFrom('sessions')
    .where('user_id', 'in', userIds)
    .groupBy('user_id')
    .select((eb) => ['user_id', eb.fn.max('renewed_at').as('seen_at')])
    .execute()
  const devices = await selectDeviceTotals(db).where('user_id', 'in', userIds).execute()
  const seen = new Map<string, number>()
  for (const { user_id, seen_at } of [...sessions, ...devices]) seen.set(user_id, Math.max(seen.get(user_id) ?? 0, seen_at))
  return seen
}

/** The names of all booths, folded; there are too few of them to keep that. */
async function readBoothFits(db: Reader, key: string): Promise<RawBuilder<number | null>> {
  const booths = await db.selectFrom('vendors').select(['vendor_id', 'name']).execute()
  const fits = booths.flatMap(({ vendor_id, name }) => {
    const folded = uniqueTeamName(name)
    if (!folded.includes(key)) return []
    return [sql`when users.vendor_id = ${vendor_id} then ${sql.lit(folded === key ? 0 : folded.startsWith(key) ? 1 : 2)}`]
  })
  return fits.length === 0 ? sql`null` : sql`case ${sql.join(fits, sql` `)} end`
}

/** A part of a mobile number: its end is as good as all of it, because people leave the country's code out. */
function numberFit(number: string): RawBuilder<number | null> {
  if (number === '') return sql`null`
  return sql`case when users.mobile like ${`%${number}`} then 0 when users.mobile like ${`%${number}%`} then 2 end`
}

/** Sorts after every fit. */
const NO_FIT = sql.lit(9)

async function readFitting(db: Reader, key: string, number: string, most: number) {
  const lines = sql<string>`(users.search_keys || coalesce(${LINE} || teams.name_key || ${LINE}, ''))`
  const orNone = (fit: RawBuilder<number | null>) => sql<number>`coalesce(${fit}, ${NO_FIT})`
  const booths = await readBoothFits(db, key)
  const people = db
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.user_id')
    .leftJoin('teams', 'teams.team_id', 'memberships.team_id')
    .leftJoin('vendors', 'vendors.vendor_id', 'users.vendor_id')
    .select([
      'vendors.name as booth_name',
      'users.user_id',
      'users.first_name',
      'users.last_name',
      'users.nickname',
      'users.mobile',
      'users.email',
    ])
    .select(['users.vendor_id', 'teams.team_id', 'teams.team_name', 'users.blocked_at', 'users.organiser_since'])
    .select([orNone(fitOf(lines, key)).as('by_name'), orNone(booths).as('by_booth'), orNone(numberFit(number)).as('by_number')])
  const best = sql<number>`case when by_name <= by_booth and by_name <= by_number then by_name
    when by_booth <= by_number then by_booth else by_number end`
  return await db
    .selectFrom(people.as('person'))
    .where(best, '<', NO_FIT)
    .orderBy(best)
    .orderBy(BY_NICKNAME)
    .limit(most)
    .selectAll()
    .execute()
}

type Fitting = Awaited<ReturnType<typeof readFitting>>[number]
type Fits = Pick<Fitting, 'by_name' | 'by_booth' | 'by_number'>

/** What of a found person holds the text; undefined where it is the name, which the list shows first. */
function whyFound(
  person: Omit<Fitting, keyof Fits | 'blocked_at' | 'organiser_since' | 'vendor_id' | 'team_id'>,
  key: string,
  fits: Fits,
): FoundPerson['found_by'] {
  const { user_id, nickname, first_name, last_name, email, mobile, team_name, booth_name } = person
  const holds = (text: string | null) => text !== null && uniqueTeamName(text).includes(key)
  if (fits.by_number < Math.min(fits.by_name, fits.by_booth)) return { field: 'mobile', value: mobile }
  if ([nickname, `${first_name} ${last_name}`, `${last_name} ${first_name}`].some(holds)) return undefined
  if (holds(email)) return { field: 'email', value: email }
  if (team_name !== null && holds(team_name)) return { field: 'team', value: team_name }
  if (booth_name !== null && holds(booth_name)) return { field: 'booth', value: booth_name }
  return holds(user_id) ? { field: 'id', value: user_id } : undefined
}

/** People by anything that somebody at the help desk may say, best fits first. */
export async function findPeople(db: Database, query: string, most: number): Promise<FoundPerson[]> {
  const [key, number] = [uniqueTeamName(query), numberIn(query)]
  if (key === '') return []
  await refreshSearchKeys(db)
  const fitting = await readFitting(db.read, key, number, most)
  const seen = await readLastSeen(
    db.read,
    fitting.map((row) => row.user_id),
  )
  return fitting.map(({ blocked_at, organiser_since, by_name, by_booth, by_number, booth_name, ...person }) => ({
    ...person,
    found_by: whyFound({ ...person, booth_name }, key, { by_name, by_booth, by_number }),
    blocked: blocked_at !== null,
    organiser: organiser_since !== null,
    last_seen_at: isoTimeOrNull(seen.get(person.user_id) ?? null),
  }))
}

/**
 * Teams by their names, ids and tags, each with how it fits: 0 for the whole, 1 for its beginning, 2 for a part. Ids are found as
 * they are written, because folding a name would mix up letters and digits.
 */
export async function findTeams(db: Reader, query: string) {
  const key = uniqueTeamName(query)
  if (key === '') return []
  const names = sql<string>`(${'\n'} || teams.name_key || ${'\n'})`
  const ids = sql<string>`lower(${'\n'} || teams.team_id || ${'\n'} || coalesce(tags.nfc_id, '') || ${'\n'})`
  const rows = await db
    .selectFrom('teams')
    .leftJoin('tags', 'tags.team_id', 'teams.team_id')
    .where('teams.disbanded_at', 'is', null)
    .select(['teams.team_id', 'tags.nfc_id', fitOf(names, key).as('by_name'), fitOf(ids, query.trim().toLowerCase()).as('by_id')])
    .execute()
  return rows.flatMap(({ team_id, nfc_id, by_name, by_id }) => {
    if (by_name === null && by_id === null) return []
    const isTag = nfc_id?.toLowerCase().includes(query.trim().toLowerCase()) === true
    const by = isTag ? { field: 'tag' as const, value: nfc_id ?? '' } : { field: 'id' as const, value: team_id }
    return [{ teamId: team_id, fit: Math.min(by_name ?? 2, by_id ?? 2), foundBy: by_name === null ? by : undefined }]
  })
}

/** People whose keys are made at once. SQLite runs in this process: all of them at once would hold up every other call. */
const AT_ONCE = 500

/** The names that keys are made from, as one text. */
const SOURCE = sql<string>`(users.first_name || '|' || users.last_name || '|' || users.nickname || '|' || users.email)`

async function readOutdated(db: Reader) {
  return await db
    .selectFrom('users')
    .where(({ eb, or }) => or([eb('search_source', 'is', null), eb('search_source', '<>', SOURCE)]))
    .limit(AT_ONCE)
    .select(['user_id', 'first_name', 'last_name', 'nickname', 'email', SOURCE.as('source')])
    .execute()
}
type Outdated = Awaited<ReturnType<typeof readOutdated>>[number]

/** Each key stands in a line of its own, so that a search can ask for whole ones and for beginnings. */
function keysOf({ user_id, first_name, last_name, nickname, email }: Outdated): string {
  const texts = [user_id, nickname, `${first_name} ${last_name}`, `${last_name} ${first_name}`, email]
  return `\n${texts.map(uniqueTeamName).join('\n')}\n`
}

/**
 * Makes the keys of everybody whose names have changed since, whoever changed them: nothing that writes a name has to remember it.
 * A name that changes meanwhile is found at the next search.
 */
async function refreshSearchKeys(db: Database): Promise<void> {
  for (;;) {
    const outdated = await readOutdated(db.read)
    if (outdated.length === 0) return
    const keys = outdated.map((person) => ({
      user_id: person.user_id,
      search_source: person.source,
      search_keys: keysOf(person),
    }))
    await db.write({ on: 'records' }, async (writer) => {
      await writer
        .updateTable('users')
        .from(jsonRows(writer, JSON.stringify(keys), COLUMNS).as('made'))
        .whereRef('users.user_id', '=', 'made.user_id')
        .set((eb) => ({ search_source: eb.ref('made.search_source'), search_keys: eb.ref('made.search_keys') }))
        .execute()
    })
    await nextTurn()
  }
}

const COLUMNS = { user_id: 'text', search_source: 'text', search_keys: 'text' } as const
