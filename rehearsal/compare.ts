import { calls } from '#contract/calls'
import type { Reader } from '#server/db/database'
import { readRehearsalResult } from '#server/db/queries/rehearsal'
import { findScoreDifferences } from '#server/db/queries/scores'
import type { Rehearsal } from './rehearsal'

/**
 * Allowed difference between an award's recorded time and when its booth made it (ms): a slow
 * server receives calls late.
 */
const TIME_TOLERANCE_MS = 20_000
/** Time to wait for all servers to learn of a change, which takes them at most a second (ms). */
const SYNC_MS = 2_000

const pointsText = (points: number | null | undefined) => `${points ?? 'no'} points`

/** Reads the points on each captain's card as the captain's phone does. */
async function readCards({ results, pause }: Rehearsal): Promise<[string, string][]> {
  const shown: [string, string][] = []
  await pause(SYNC_MS)
  for (const { name, captain } of results.teams) {
    const reply = await captain.call(calls.teamPoints, {})
    shown.push([name, pointsText(reply.kind === 'ok' ? reply.output.points : null)])
  }
  return shown
}

type TextsById = readonly (readonly [id: string, text: string])[]

/** Describes where the database or a card differs from the server's answers. */
function differencesOf(what: string, answers: TextsById, rows: TextsById): string[] {
  const [answered, stored] = [new Map(answers), new Map(rows)]
  const ids = [...new Set([...answered.keys(), ...stored.keys()])].filter(
    (id) => answered.get(id) !== stored.get(id),
  )
  return ids.map(
    (id) =>
      `${what} ${id}: expected ${answered.get(id) ?? 'none'}, found ${stored.get(id) ?? 'none'}`,
  )
}

type EntryIds = Readonly<Record<'team_id' | 'vendor_id' | 'user_id' | 'point_type', string | null>>

function entryText(entry: EntryIds, points: number, voided: boolean): string {
  const { team_id, vendor_id, user_id, point_type } = entry
  return `${pointsText(points)} (${point_type}) of ${vendor_id} by ${user_id} for ${team_id}${voided ? ', voided' : ''}`
}

function teamText(points: number | null | undefined, memberIds: Iterable<string>): string {
  // The ids of a rehearsal's people end with their number.
  const members = [...memberIds].map((id) => id.split('.').at(-1) ?? id)
  return `${pointsText(points)}, with ${members.sort((a, b) => a.localeCompare(b)).join(' ')}`
}

/** The points that each team must have according to the server's answers, by team id. */
function pointsAnswered({ results, plan }: Rehearsal): ReadonlyMap<string, number> {
  const total = new Map(results.teams.map(({ id }) => [id, 0]))
  const add = (teamId: string, points: number) =>
    total.set(teamId, (total.get(teamId) ?? 0) + points)
  for (const { outcome, input, points } of results.awards)
    if (outcome === 'recorded') add(input.team_id, points)
  for (const teamAndTag of results.bonuses.keys())
    add(teamAndTag.split(' ')[0] ?? '', plan.bonus.points)
  return total
}

/**
 * Compares what was sent and answered with the ledger, scores, members and cards.
 * @param clockAheadMs how far the server's clock is ahead of this computer's
 */
export async function compare(db: Reader, rehearsal: Rehearsal, clockAheadMs: number) {
  const { results, plan } = rehearsal
  const { entries, teams, members } = await readRehearsalResult(db, plan.run)
  const [bonuses, awards] = [
    entries.filter(({ kind }) => kind === 'bonus'),
    entries.filter(({ kind }) => kind !== 'bonus'),
  ]
  const recorded = results.awards.filter(({ outcome }) => outcome === 'recorded')
  const datedAt = new Map(awards.map((one) => [one.award_id, one.awarded_at]))
  const nameOf = new Map(results.teams.map(({ id, name }) => [id, name]))
  const points = pointsAnswered(rehearsal)

  const peopleOf = (team: string) =>
    members.filter(({ team_id }) => team_id === team).map(({ user_id }) => user_id)
  const answeredAwards = recorded.map(
    ({ input, points: worth }) => [input.award_id, entryText(input, worth, false)] as const,
  )
  const storedAwards = awards.map(
    (one) => [one.award_id, entryText(one, one.points, one.voided_at !== null)] as const,
  )
  const storedBonuses = bonuses.map(
    (one) => [`${one.team_id} ${one.nfc_id}`, one.award_id] as const,
  )
  const answeredTeams = results.teams.map(
    ({ id, name, memberIds }) => [name, teamText(points.get(id), memberIds)] as const,
  )
  const storedTeams = teams.map(({ team_id, points: worth }) => {
    return [nameOf.get(team_id) ?? team_id, teamText(worth, peopleOf(team_id))] as const
  })
  const answeredCards = results.teams.map(
    ({ id, name }) => [name, pointsText(points.get(id))] as const,
  )
  const differences = [
    ...results.contradictions,
    ...results.awards
      .filter(({ outcome }) => outcome === null)
      .map(({ input }) => `award ${input.award_id} was never answered`),
    ...recorded.flatMap(({ input, madeAt }) => {
      const late = (datedAt.get(input.award_id) ?? madeAt + clockAheadMs) - madeAt - clockAheadMs
      return Math.abs(late) <= TIME_TOLERANCE_MS
        ? []
        : [`the time of award ${input.award_id} is ${late} ms off`]
    }),
    ...differencesOf('award in the ledger', answeredAwards, storedAwards),
    ...differencesOf('bonus in the ledger', [...results.bonuses], storedBonuses),
    ...differencesOf('team in the database', answeredTeams, storedTeams),
    ...differencesOf('card of team', answeredCards, await readCards(rehearsal)),
    ...(await findScoreDifferences(db)).map(({ teamName, stored, counted }) => {
      return `team ${teamName}: its entries add up to ${pointsText(counted?.points)}, but its score is ${pointsText(stored?.points)}`
    }),
  ]
  const counting = entries.filter(({ voided_at }) => voided_at === null)
  /** Ledger content of this rehearsal. */
  const holds = {
    awards: awards.length,
    [`bonuses (${plan.bonusTags.length} tags, once for each team)`]: bonuses.length,
    'points that count': counting.reduce((sum, { points: worth }) => sum + worth, 0),
    teams: teams.length,
    members: members.length,
  }
  return { differences, holds }
}
