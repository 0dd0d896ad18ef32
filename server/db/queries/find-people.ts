import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FoundPerson } from '#contract/organiser-entities'
import { teamNameKey } from '#rules/team-name'
import type { Reader } from '../database'
import { selectDeviceTotals } from './booth-devices'

/** People that are read at once. SQLite runs in this process: all of them at once would hold up every other call. */
const AT_ONCE = 1_000

async function readPeople(db: Reader, after: string) {
  return await db
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.user_id')
    .leftJoin('teams', 'teams.team_id', 'memberships.team_id')
    .leftJoin('vendors', 'vendors.vendor_id', 'users.vendor_id')
    .where('users.user_id', '>', after)
    .orderBy('users.user_id')
    .limit(AT_ONCE)
    .select(['users.user_id', 'users.first_name', 'users.last_name', 'users.nickname', 'users.mobile', 'users.email'])
    .select(['users.vendor_id', 'vendors.name as vendor_name', 'teams.team_id', 'teams.team_name', 'users.blocked_at'])
    .execute()
}
type Row = Awaited<ReturnType<typeof readPeople>>[number]

const digitsOf = (text: string) => text.replace(/\D/g, '')

/** Folding a text takes longer than reading it, and most texts are the same at the next search. */
const folded = new Map<string, string>()
const MOST_FOLDED = 200_000

function fold(text: string): string {
  const known = folded.get(text)
  if (known !== undefined) return known
  if (folded.size >= MOST_FOLDED) folded.clear()
  const key = teamNameKey(text)
  folded.set(text, key)
  return key
}

/** What a person may be found by, folded like a team's name: case, diacritics and spaces do not matter. */
function keysOf({ user_id, first_name, last_name, nickname, email, team_name, vendor_name }: Row): string[] {
  const texts = [user_id, nickname, `${first_name} ${last_name}`, `${last_name} ${first_name}`, email, team_name, vendor_name]
  return texts.filter((text) => text !== null).map(fold)
}

/** How well a person fits: 0 exactly, 1 from the beginning of something, 2 somewhere; null not at all. */
function fitOf(row: Row, key: string, number: string): number | null {
  const keys = keysOf(row)
  if (keys.includes(key)) return 0
  if (number !== '' && digitsOf(row.mobile).endsWith(number)) return 0
  if (keys.some((one) => one.startsWith(key))) return 1
  if (keys.some((one) => one.includes(key))) return 2
  return number !== '' && digitsOf(row.mobile).includes(number) ? 2 : null
}

/** The digits of a query that may be a part of a number, without a leading zero; empty if it is none. */
function numberIn(query: string): string {
  const digits = digitsOf(query)
  return /^[\d\s()+/.-]+$/.test(query) && digits.length >= 3 ? digits.replace(/^0+/, '') : ''
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

interface Wanted {
  readonly key: string
  readonly number: string
}

async function readFitting(db: Reader, { key, number }: Wanted, most: number): Promise<Row[]> {
  let best: { row: Row; fit: number }[] = []
  let after: string | undefined = ''
  while (after !== undefined) {
    const rows: Row[] = await readPeople(db, after)
    for (const row of rows) {
      const fit = fitOf(row, key, number)
      if (fit !== null) best.push({ row, fit })
    }
    best = best.sort((a, b) => a.fit - b.fit || (a.row.nickname < b.row.nickname ? -1 : 1)).slice(0, most)
    after = rows.length < AT_ONCE ? undefined : rows.at(-1)?.user_id
    if (after !== undefined) await nextTurn()
  }
  return best.map(({ row }) => row)
}

/** People by anything that somebody at the help desk may say, best fits first. */
export async function findPeople(db: Reader, query: string, most: number): Promise<FoundPerson[]> {
  const [key, number] = [teamNameKey(query), numberIn(query)]
  if (key === '') return []
  const fitting = await readFitting(db, { key, number }, most)
  const seen = await readLastSeen(
    db,
    fitting.map((row) => row.user_id),
  )
  return fitting.map(({ blocked_at, vendor_name: _vendor, ...person }) => {
    const seenAt = seen.get(person.user_id)
    return { ...person, blocked: blocked_at !== null, last_seen_at: seenAt === undefined ? null : new Date(seenAt).toISOString() }
  })
}
