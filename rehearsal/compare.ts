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
/** Longer than the second within which other servers of the database learn of a change (ms). */
const SYNC_MS = 2_000

const pointsText = (points: number | null | undefined) => `${points ?? 'no'} points`

/** Reads the points on each captain's card as their phone does. */
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

/** Describes the differences between the server's answers and the database. */
function differing(what: string, answers: TextsById, holdings: TextsById): string[] {
  const [answered, held] = [new Map(answers), new Map(holdings)]
  const ids = [...new Set([...answered.keys(), ...held.keys()])].filter(
    (id) => answered.get(id) !== held.get(id),
  )
  return ids.map(
    (id) =>
      `${what} ${id}: answered was ${answered.get(id) ?? 'none'}, and held is ${held.get(id) ?? 'none'}`,
  )
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

  const points = new Map(results.teams.map(({ id }) => [id, 0]))
  const given = recorded.map(({ input, points: worth }) => [input.team_id, worth] as const)
  const collected = [...results.bonuses.keys()].map(
    (teamAndTag) => [teamAndTag.split(' ')[0] ?? '', plan.bonus.points] as const,
  )
  for (const [team, worth] of [...given, ...collected])
    points.set(team, (points.get(team) ?? 0) + worth)

  const entryText = (
    one: Readonly<Record<'team_id' | 'vendor_id' | 'user_id' | 'point_type', string | null>>,
    worth: number,
    voided: boolean,
  ) =>
    `${pointsText(worth)} (${one.point_type}) of ${one.vendor_id} by ${one.user_id} for ${one.team_id}${voided ? ', voided' : ''}`
  const teamText = (worth: number | null | undefined, people: Iterable<string>) => {
    const short = [...people].map((id) => id.split('.').at(-1) ?? id)
    return `${pointsText(worth)}, with ${short.sort((a, b) => a.localeCompare(b)).join(' ')}`
  }
  const peopleOf = (team: string) =>
    members.filter(({ team_id }) => team_id === team).map(({ user_id }) => user_id)
  const answeredAwards = recorded.map(
    ({ input, points: worth }) => [input.award_id, entryText(input, worth, false)] as const,
  )
  const heldAwards = awards.map(
    (one) => [one.award_id, entryText(one, one.points, one.voided_at !== null)] as const,
  )
  const heldBonuses = bonuses.map((one) => [`${one.team_id} ${one.nfc_id}`, one.award_id] as const)
  const answeredTeams = results.teams.map(
    ({ id, name, memberIds }) => [name, teamText(points.get(id), memberIds)] as const,
  )
  const heldTeams = teams.map(({ team_id, points: worth }) => {
    return [nameOf.get(team_id) ?? team_id, teamText(worth, peopleOf(team_id))] as const
  })
  const answeredCards = results.teams.map(
    ({ id, name }) => [name, pointsText(points.get(id))] as const,
  )
  const differences = [
    ...results.contradictions,
    ...results.awards
      .filter(({ outcome }) => outcome === null)
      .map(({ input }) => `award ${input.award_id} never got an answer`),
    ...recorded.flatMap(({ input, madeAt }) => {
      const late = (datedAt.get(input.award_id) ?? madeAt + clockAheadMs) - madeAt - clockAheadMs
      return Math.abs(late) <= TIME_TOLERANCE_MS
        ? []
        : [`award ${input.award_id} is dated ${late} ms from when it was made`]
    }),
    ...differing('award in the ledger', answeredAwards, heldAwards),
    ...differing('bonus in the ledger', [...results.bonuses], heldBonuses),
    ...differing('team in the database', answeredTeams, heldTeams),
    ...differing('card of team', answeredCards, await readCards(rehearsal)),
    ...(await findScoreDifferences(db)).map(({ teamName, stored, counted }) => {
      return `team ${teamName}: its entries make ${pointsText(counted?.points)}, and its score is ${pointsText(stored?.points)}`
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
