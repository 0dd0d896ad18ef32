import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MatchingPerson, MatchingTeam } from '#contract/organiser-entities'
import { parseTypedTagId } from '#rules/tag-id'
import { uniqueTeamNameKey } from '#rules/team-name'
import { isoTimeOrNull } from '../../time'
import type { Reader } from '../database'
import { statement } from '../statement'
import { erasedMobile, PERSON_COLUMNS } from './accounts'
import { selectDeviceTotals } from './booths'
import type { TeamStanding } from './scores'

/**
 * Number of people per batch. SQLite runs in this process, so reading and folding everybody at once
 * would block every other call.
 */
const AT_ONCE = 200

const peopleAfter = statement((db, userId: string) =>
  db
    .selectFrom('users')
    .leftJoin('memberships', 'memberships.user_id', 'users.user_id')
    .leftJoin('teams', 'teams.team_id', 'memberships.team_id')
    .leftJoin('vendors', 'vendors.vendor_id', 'users.vendor_id')
    .where('users.user_id', '>', userId)
    .where('users.mobile', 'not like', `${erasedMobile('')}%`)
    .orderBy('users.user_id')
    .limit(AT_ONCE)
    .select(PERSON_COLUMNS)
    .select([
      'users.email',
      'users.vendor_id',
      'vendors.name as booth_name',
      'teams.team_id',
      'teams.team_name',
      'users.blocked_at',
      'users.organiser_since',
    ]),
)
type PersonRow = Awaited<ReturnType<typeof peopleAfter>>[number]

/**
 * Texts and their folded form (`uniqueTeamNameKey`). Cached, because folding a text takes far longer
 * than reading it, and the next search needs most of the same texts.
 */
const folded = new Map<string, string>()
/** Maximum number of cached texts: more than the people of an event have. */
const MAX_FOLDED = 100_000

function fold(text: string): string {
  const known = folded.get(text)
  if (known !== undefined) return known
  if (folded.size >= MAX_FOLDED) folded.clear()
  const key = uniqueTeamNameKey(text)
  folded.set(text, key)
  return key
}

/** Builds a person's folded search texts. */
function searchableOf(row: PersonRow) {
  const { user_id, nickname, first_name, last_name, email, team_name, booth_name } = row
  const names = [nickname, `${first_name} ${last_name}`, `${last_name} ${first_name}`].map(fold)
  const others = [
    { field: 'email', value: email, key: fold(email) } as const,
    { field: 'team', value: team_name ?? '', key: fold(team_name ?? '') } as const,
    { field: 'booth', value: booth_name ?? '', key: fold(booth_name ?? '') } as const,
    { field: 'id', value: user_id, key: fold(user_id) } as const,
  ]
  const all = [...names, ...others.map(({ key }) => key)].join('\n')
  return { row, names, others, all, sortKey: nickname.toLowerCase() }
}
type SearchablePerson = ReturnType<typeof searchableOf>

/** Reads everybody who is not erased, in batches. */
export async function readPeople(db: Reader): Promise<readonly SearchablePerson[]> {
  const people: SearchablePerson[] = []
  for (;;) {
    const rows = await peopleAfter(db, people.at(-1)?.row.user_id ?? '')
    for (const row of rows) people.push(searchableOf(row))
    if (rows.length < AT_ONCE) return people
    await nextTurn()
  }
}

const NO_MATCH = 9

/** Ranks where `key` is found: 0 if it is the whole text, 1 at the beginning, 2 elsewhere. */
function matchOf(text: string, key: string): number {
  if (!text.includes(key)) return NO_MATCH
  if (text === key) return 0
  return text.startsWith(key) ? 1 : 2
}

const digitsOf = (text: string) => text.replace(/\D/g, '')

/**
 * Returns the digits of a query that may be part of a phone number, without the prefix of national
 * (0) or international calls (00). Returns an empty text for any other query.
 */
function numberIn(query: string): string {
  const digits = digitsOf(query)
  return /^[\d\s()+/.-]+$/.test(query) && digits.length >= 3
    ? digits.replace(/^(0|00(?=\d{8}))(?=[1-9])/, '')
    : ''
}

/**
 * Ranks where a number's digits are found. The end ranks like the whole number, because people
 * leave out the country code.
 */
function matchOfNumber(mobile: string, number: string): number {
  if (number === '' || !mobile.includes(number)) return NO_MATCH
  return mobile.endsWith(number) ? 0 : 2
}

/**
 * Returns how well a person matches, and by which text. The text is undefined if it is a name,
 * because the list shows names anyway.
 */
function matchPerson(
  { row, names, others, sortKey }: SearchablePerson,
  key: string,
  number: string,
) {
  const byName = Math.min(...names.map((name) => matchOf(name, key)))
  const byText = Math.min(byName, ...others.map((other) => matchOf(other.key, key)))
  const byNumber = matchOfNumber(row.mobile, number)
  const other = byName === NO_MATCH ? others.find((one) => one.key.includes(key)) : undefined
  const found = byNumber < byText ? { field: 'mobile' as const, value: row.mobile } : other
  return {
    row,
    sortKey,
    match: Math.min(byText, byNumber),
    found_by: found && { field: found.field, value: found.value },
  }
}

/**
 * Reads when people were last seen on any of their devices. Booths' devices are recorded more often
 * than sessions are renewed.
 */
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
  for (const { user_id, seen_at } of [...sessions, ...devices])
    seen.set(user_id, Math.max(seen.get(user_id) ?? 0, seen_at))
  return seen
}

/** Finds people by any detail given at the help desk, best matches first. */
export async function findPeople(
  db: Reader,
  people: readonly SearchablePerson[],
  query: string,
  most: number,
): Promise<MatchingPerson[]> {
  const [key, number] = [uniqueTeamNameKey(query), numberIn(query)]
  if (key === '') return []
  const matching = people
    .filter(({ all, row }) => all.includes(key) || (number !== '' && row.mobile.includes(number)))
    .map((person) => matchPerson(person, key, number))
    .sort((a, b) => a.match - b.match || (a.sortKey < b.sortKey ? -1 : 1))
    .slice(0, most)
  const seen = await readLastSeen(
    db,
    matching.map(({ row }) => row.user_id),
  )
  return matching.map(
    ({ row: { blocked_at, organiser_since, booth_name: _booth, ...person }, found_by }) => ({
      ...person,
      found_by,
      blocked: blocked_at !== null,
      organiser: organiser_since !== null,
      last_seen_at: isoTimeOrNull(seen.get(person.user_id) ?? null),
    }),
  )
}

/**
 * Finds and ranks teams by name, id and tag, also a tag as typed from a printed sheet. Compares ids
 * unfolded, because folding makes some letters and digits equal.
 */
export function findTeams(teams: readonly TeamStanding[], query: string) {
  const [key, id] = [uniqueTeamNameKey(query), query.replace(/[.,\s]+$/, '').toLowerCase()]
  const typedTag = parseTypedTagId(id)
  if (key === '') return []
  return teams.flatMap(({ team_id, team_name, nfc_id }) => {
    const [byName, byId] = [matchOf(fold(team_name), key), matchOf(team_id.toLowerCase(), id)]
    const byTag =
      nfc_id === null ? NO_MATCH : matchOf(nfc_id.toLowerCase(), nfc_id === typedTag ? nfc_id : id)
    const fit = Math.min(byName, byId, byTag)
    if (fit === NO_MATCH) return []
    const by =
      byTag < NO_MATCH
        ? { field: 'tag' as const, value: nfc_id ?? '' }
        : { field: 'id' as const, value: team_id }
    const foundBy: MatchingTeam['found_by'] = byName === NO_MATCH ? by : undefined
    return [{ team_id, fit, foundBy }]
  })
}
