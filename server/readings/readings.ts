import type { Award, Vendor } from '#contract/entities'
import type { Database } from '../db/database'
import { readLatestAwards, readTeamAwards } from '../db/queries/awards'
import { type LastGiven, readLastGiven } from '../db/queries/cooldowns'
import { type EventSettings, readSettings } from '../db/queries/settings'
import { readVendors } from '../db/queries/vendors'
import { concernsEvent, kept } from './kept'
import { keptByTeam } from './kept-by-team'
import type { VersionedOutput } from './prepared'
import { PreparedOutput } from './prepared'
import { createRanking, type Ranking } from './ranking'
import { createSessions, type Sessions } from './sessions'
import { createStandings, type RankedTeams } from './standings'
import { createTeamList, type TeamListReader } from './team-list'

const LATEST_AWARDS = 10
/** Bounds of memory: the awards of all teams as JSON, and the pauses of all teams. */
const TEAM_AWARDS_BYTES = 16 * 1024 * 1024
const LAST_GIVEN_ROWS = 100_000

/**
 * What everybody reads, kept in memory and in the form in which it is sent. All of it holds for whoever asks after a change on
 * this server, and within a second for a change by another process.
 */
export interface Readings {
  readonly sessions: Sessions
  settings(): Promise<EventSettings>
  standings(): RankedTeams | Promise<RankedTeams>
  teamList(reader: TeamListReader): Promise<VersionedOutput>
  ranking(limit: number): Promise<Ranking>
  /** Every booth with what it gives. */
  vendors(): Promise<PreparedOutput>
  /** A team's awards, newest first, as JSON. */
  teamAwards(teamId: string): Promise<string>
  /** When booths last gave a team each of their point types. */
  lastGiven(teamId: string): Promise<readonly LastGiven[]>
}

function json(list: readonly Award[] | readonly Vendor[]): string {
  return JSON.stringify(list)
}

export function createReadings(db: Database): Readings {
  const { changes } = db
  const settings = kept(changes, concernsEvent, () => readSettings(db.read))
  const standings = createStandings(db)
  const teamList = createTeamList()
  const ranking = createRanking()
  const latest = kept(
    changes,
    ({ on }) => on !== 'accounts',
    () => readLatestAwards(db.read, LATEST_AWARDS),
  )
  return {
    sessions: createSessions(db),
    settings,
    standings,
    async teamList(reader) {
      const { teamMaxMembers } = await settings()
      return teamList(await standings(), teamMaxMembers, reader)
    },
    async ranking(limit) {
      return ranking({ settings: await settings(), latest: await latest(), ranked: await standings() }, limit)
    },
    vendors: kept(changes, concernsEvent, async () => new PreparedOutput(`"vendors":${json(await readVendors(db.read))}`)),
    teamAwards: keptByTeam(changes, {
      make: async (teamId) => json(await readTeamAwards(db.read, teamId)),
      sizeOf: (awards) => awards.length,
      bound: TEAM_AWARDS_BYTES,
    }),
    lastGiven: keptByTeam(changes, {
      make: (teamId) => readLastGiven(db.read, teamId),
      sizeOf: (rows) => rows.length,
      bound: LAST_GIVEN_ROWS,
    }),
  }
}
