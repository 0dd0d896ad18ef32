import { setTimeout as sleep } from 'node:timers/promises'
import { calls } from '#contract/calls'
import type { Reader } from '#server/db/database'
import { findScoreDifferences } from '#server/db/queries/scores'
import { differenceText } from '../verify/verify'
import type { Book, FoundedTeam, MadeAward } from './book'
import type { Cast } from './cast'
import { type LedgerRow, readLedger, readMembers, readTeams } from './ledger-of-run'

/** How far the ledger's time of an award may be from the time at which its booth made it (ms). */
const TIME_TOLERANCE_MS = 10_000
/** Other servers of the database learn of a change within a second. */
const NEWS_MS = 2_000
/** Cards that are read at the same time. */
const CARDS_AT_ONCE = 20

function contentDifferences({ entry, voided }: MadeAward, row: LedgerRow, clockAheadMs: number): string[] {
  const content = [
    ['team', entry.teamId, row.team_id],
    ['booth', entry.vendorId, row.vendor_id],
    ['account', entry.userId, row.user_id],
    ['type', entry.pointType, row.point_type],
    ['points', entry.points, row.points],
    ['voided', voided, row.voided_at !== null],
  ] as const
  const wrong = content
    .filter(([, sent, held]) => held !== sent)
    .map(([name, sent, held]) => `award ${entry.awardId}: ${name} is ${held} in the ledger, and was ${sent}`)
  const late = row.awarded_at - (entry.made.wall + clockAheadMs)
  if (Math.abs(late) > TIME_TOLERANCE_MS) {
    wrong.push(`award ${entry.awardId}: the ledger dates it ${(late / 1000).toFixed(1)} s from when it was made`)
  }
  return wrong
}

function awardDifference(award: MadeAward, row: LedgerRow | undefined, clockAheadMs: number): string[] {
  const { outcome, attempts, tooSoon } = award
  const id = award.entry.awardId
  const place = row === undefined ? 'is not in the ledger' : 'is in the ledger'
  if (outcome === null) return [`award ${id} was sent ${attempts} times, never got an answer, and ${place}`]
  if (outcome.is === 'refused') {
    if (row !== undefined) return [`award ${id} was refused (${outcome.code}) and ${place}`]
    return tooSoon ? [] : [`award ${id} was refused (${outcome.code}) and should have been recorded`]
  }
  if (row === undefined) return [`award ${id} was answered as recorded and ${place}`]
  if (tooSoon) return [`award ${id} was made within the pause of an earlier one and ${place}`]
  return contentDifferences(award, row, clockAheadMs)
}

function awardDifferences({ awards }: Book, rows: readonly LedgerRow[], clockAheadMs: number): string[] {
  const held = new Map(rows.map((row) => [row.award_id, row]))
  const made = new Set(awards.map(({ entry }) => entry.awardId))
  const unsent = rows.filter(({ kind, award_id }) => kind !== 'bonus' && !made.has(award_id))
  return [
    ...awards.flatMap((award) => awardDifference(award, held.get(award.entry.awardId), clockAheadMs)),
    ...unsent.map(({ award_id, kind }) => `the ${kind} ${award_id} is in the ledger and was never sent`),
  ]
}

function bonusDifferences(book: Book, rows: readonly LedgerRow[]): string[] {
  const key = (team: string | null, tag: string | null) => `${team} ${tag}`
  const held = new Map(rows.filter(({ kind }) => kind === 'bonus').map((row) => [row.award_id, row]))
  const answered = new Map<string, string>()
  const differences: string[] = []
  for (const { teamId, tag, awardId } of book.bonuses) {
    const before = answered.get(key(teamId, tag)) ?? awardId
    answered.set(key(teamId, tag), before)
    if (before !== awardId) differences.push(`the bonus ${tag} was answered to one team as ${before} and as ${awardId}`)
    const row = held.get(awardId)
    if (row === undefined) differences.push(`the bonus ${awardId} was answered as collected and is not in the ledger`)
    else if (key(row.team_id, row.nfc_id) !== key(teamId, tag)) {
      differences.push(`the bonus ${awardId} is in the ledger for another team or tag`)
    }
  }
  const known = new Set(answered.values())
  const unknown = [...held.keys()].filter((id) => !known.has(id))
  return [...new Set(differences), ...unknown.map((id) => `the bonus ${id} is in the ledger and was answered to nobody`)]
}

/** What each team should have, by what the server said. */
function expectedPoints(book: Book, cast: Cast): Map<string, number> {
  const points = new Map(book.teams.map(({ id }) => [id, 0]))
  const add = (team: string, more: number) => points.set(team, (points.get(team) ?? 0) + more)
  for (const { entry, outcome, voided } of book.awards) {
    if (outcome?.is === 'recorded' && !voided) add(entry.teamId, entry.points)
  }
  const bonuses = new Map(book.bonuses.map((one) => [one.awardId, one]))
  for (const { teamId } of bonuses.values()) add(teamId, cast.bonus.points)
  return points
}

async function teamDifferences(db: Reader, book: Book, cast: Cast) {
  const [teams, members] = [await readTeams(db, cast.run), await readMembers(db, cast.run)]
  const expected = expectedPoints(book, cast)
  const scores = new Map(teams.map(({ team_id, points }) => [team_id, points]))
  const differences = book.teams.flatMap(({ id, name, memberIds }) => {
    if (!scores.has(id)) return [`team "${name}" was founded and is not there`]
    const [score, points] = [scores.get(id), expected.get(id)]
    const held = members.filter(({ team_id }) => team_id === id)
    const same = held.length === memberIds.size && held.every(({ user_id }) => memberIds.has(user_id))
    return [
      ...(score === points ? [] : [`team "${name}" has ${score ?? 'no'} points, and should have ${points}`]),
      ...(same ? [] : [`team "${name}" has ${held.length} members, and should have ${memberIds.size}`]),
    ]
  })
  const known = new Set(book.teams.map(({ id }) => id))
  const unknown = teams.filter(({ team_id }) => !known.has(team_id))
  return {
    expected,
    teams: teams.length,
    members: members.length,
    differences: [...differences, ...unknown.map(({ team_name }) => `team "${team_name}" is there and nobody founded it`)],
  }
}

/** The card of a captain, read as their phone reads it. */
async function cardDifference({ name, phone }: FoundedTeam, expected: number): Promise<string[]> {
  const until = performance.now() + NEWS_MS
  for (;;) {
    const reply = await phone.call(calls.teamPoints, {})
    if (reply.is === 'ok' && reply.output.points === expected) return []
    if (performance.now() > until) {
      const shown = reply.is === 'ok' ? `${reply.output.points} points` : 'nothing'
      return [`the card of team "${name}" shows ${shown}, and should show ${expected}`]
    }
    await sleep(NEWS_MS / 8)
  }
}

async function cardDifferences({ teams }: Book, expected: ReadonlyMap<string, number>): Promise<string[]> {
  const differences: string[] = []
  for (let from = 0; from < teams.length; from += CARDS_AT_ONCE) {
    const some = teams.slice(from, from + CARDS_AT_ONCE)
    differences.push(...(await Promise.all(some.map((team) => cardDifference(team, expected.get(team.id) ?? 0)))).flat())
  }
  return differences
}

/**
 * Compares what was sent and answered with the ledger, scores, members and cards.
 * @param clockAheadMs how far the server's clock is ahead of this computer's
 */
export async function compare(db: Reader, book: Book, cast: Cast, clockAheadMs: number) {
  const rows = await readLedger(db, cast.run)
  const { expected, teams, members, differences } = await teamDifferences(db, book, cast)
  const counting = rows.filter(({ voided_at }) => voided_at === null)
  const scores = await findScoreDifferences(db)
  return {
    /** What the ledger holds of the rehearsal. */
    holds: {
      awards: rows.filter(({ kind }) => kind === 'award').length,
      bonuses: rows.filter(({ kind }) => kind === 'bonus').length,
      voided: rows.length - counting.length,
      points: counting.reduce((sum, { points }) => sum + points, 0),
      teams,
      members,
    },
    differences: [
      ...book.contradictions,
      ...awardDifferences(book, rows, clockAheadMs),
      ...bonusDifferences(book, rows),
      ...differences,
      ...scores.map((one) => `verify: ${differenceText(one).slice(2)}`),
      ...(await cardDifferences(book, expected)),
    ],
  }
}

export type Comparison = Awaited<ReturnType<typeof compare>>
