import type { Output } from '#contract/call'
import { shownStars } from '#contract/calls/organiser'
import { listTeams } from '#contract/calls/team'
import { call } from '../../api/call'
import type { ResultTeam } from './results-page'

export const TEAMS_PER_CALL = 25
/** Give up after this many readings of stars if the points changed during each of them. */
const MAX_READINGS = 10

interface ResultsReading {
  readonly signal: AbortSignal
  readonly onProgress: (done: number, all: number) => void
}

type TeamsAnswer = Output<typeof listTeams>

/** The teams whose stars or medals may have changed between two readings of the list. */
function changedTeams(before: TeamsAnswer, after: TeamsAnswer) {
  if (after.frozen_at !== before.frozen_at) return after.teams
  const known = new Map(before.teams.map((team) => [team.team_id, team]))
  return after.teams.filter(({ team_id, points, member_count }) => {
    const team = known.get(team_id)
    return team?.points !== points || team.member_count !== member_count
  })
}

/**
 * Reads the public ranking with the stars and medals that match its points: reads them again for
 * teams that have changed meanwhile. Null if some team changed at every reading. With several
 * servers, the points may include an award of the last second that the stars lack, or the reverse.
 */
export async function readResults({ signal, onProgress }: ResultsReading) {
  let list = await call(listTeams, {}, signal)
  let unread: readonly TeamsAnswer['teams'][number][] = list.teams
  let booths: readonly string[] = []
  const earned = new Map<string, Pick<ResultTeam, 'medals' | 'lit' | 'treasures'>>()
  for (let readings = 1; ; readings++) {
    for (let at = 0; at < unread.length; at += TEAMS_PER_CALL) {
      onProgress(at, unread.length)
      const ids = unread.slice(at, at + TEAMS_PER_CALL).map(({ team_id }) => team_id)
      const page = await call(shownStars, { team_ids: ids.join(',') }, signal)
      booths = page.booths
      for (const team of page.teams) earned.set(team.team_id, team)
    }
    const after = await call(listTeams, { version: list.version }, signal)
    if (after.unchanged === true) break
    unread = changedTeams(list, after)
    list = after
    if (unread.length === 0) break
    if (readings === MAX_READINGS) return null
  }
  const teams = list.teams.flatMap((team) => {
    const own = earned.get(team.team_id)
    return own === undefined ? [] : [{ ...team, ...own }]
  })
  return { teams, booths, frozenAt: list.frozen_at ?? null }
}
