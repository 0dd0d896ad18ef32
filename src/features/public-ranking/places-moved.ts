import type { Ranking } from './use-ranking'

const HOUR_MS = 3_600_000
/** A reading is remembered this often (ms). */
const STEP_MS = 300_000

/** The ranks of the teams with points at some time (ms, device clock). */
interface RanksThen {
  readonly at: number
  readonly ranks: ReadonlyMap<string, number>
}

/** What the screen has read within the last hour, oldest first. */
export type LastHour = readonly RanksThen[]

/** After a reading of `at`. A freeze is forgotten with all before it: what changed during it is the reveal's to tell. */
export function afterHourly(seen: LastHour, { teams, frozen_at }: Pick<Ranking, 'teams' | 'frozen_at'>, at: number): LastHour {
  if (frozen_at !== null) return seen.length === 0 ? seen : []
  const kept = seen.filter((then) => then.at <= at && at - then.at <= HOUR_MS)
  const newest = kept.at(-1)
  if (newest !== undefined && at - newest.at < STEP_MS) return kept.length === seen.length ? seen : kept
  const ranks = new Map(teams.flatMap(({ team_id, rank, points }) => (points > 0 ? [[team_id, rank] as const] : [])))
  return [...kept, { at, ranks }]
}

/** The places that a team has gained (positive) or lost since the oldest reading of the last hour. */
export function placesGained(
  seen: LastHour,
  { team_id, rank, points }: Pick<Ranking['teams'][number], 'team_id' | 'rank' | 'points'>,
) {
  const before = seen[0]?.ranks.get(team_id)
  return before === undefined || points <= 0 ? 0 : before - rank
}
