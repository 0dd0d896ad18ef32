import type { Database } from '../db/database'
import { readLatestAwards } from '../db/queries/awards'
import { type LastGiven, readRunningPauses } from '../db/queries/cooldowns'
import { readSettings } from '../db/queries/settings'
import { readNames, readVendors } from '../db/queries/vendors'
import type { EventSettings } from '../event-settings'
import { cached, concernsEvent } from './cached'
import { cachedByKey, invalidatedByAwards } from './cached-by-key'
import { createLastGiven } from './last-given'
import { PreparedOutput, type VersionedOutput } from './prepared'
import { createProfiles, type KeptProfile } from './profiles'
import { createRanking, type Ranking } from './ranking'
import { createSessions, type Sessions } from './sessions'
import { createStandings, type RankedTeams } from './standings'
import { readTeamAwards, type TeamAwards } from './team-awards'
import { createTeamList, type TeamListReader } from './team-list'
import { createTurns } from './turns'

const LATEST_AWARDS = 10
/** Memory bounds: bytes of awards as JSON, and number of cooldowns. */
const TEAM_AWARDS_BYTES = 64 * 1024 * 1024
const RUNNING_PAUSES = 50_000

/**
 * What everybody reads, cached in the format in which it is sent. Up to date at once after a change on this server, and
 * within a second after a change by another process.
 */
export interface Readings {
  readonly sessions: Sessions
  profile(userId: string): Promise<KeptProfile>
  settings(): Promise<EventSettings>
  standings(): RankedTeams | Promise<RankedTeams>
  teamList(reader: TeamListReader): Promise<VersionedOutput>
  ranking(limit: number): Promise<Ranking>
  /** All booths with their point types. */
  vendors(): Promise<PreparedOutput>
  teamAwards(teamId: string): Promise<TeamAwards>
  /** All that a booth offers, with the time of the team's latest award of each; cached until either changes. */
  lastGiven(vendorId: string, teamId: string): Promise<readonly LastGiven[]>
  /**
   * The team's awards whose cooldown was running when they were read. No other can be running until the team gets another
   * award.
   */
  runningPauses(teamId: string): Promise<readonly LastGiven[]>
}

export function createReadings({ db, now }: { readonly db: Database; readonly now: () => number }): Readings {
  const { changes, read } = db
  const settings = cached(changes, concernsEvent, () => readSettings(read))
  const names = cached(changes, concernsEvent, () => readNames(read))
  const latest = cached(
    changes,
    ({ on }) => on !== 'accounts',
    () => readLatestAwards(read, LATEST_AWARDS),
  )
  const standings = createStandings(db)
  const teamList = createTeamList()
  const turn = createTurns()
  const ranking = createRanking()
  return {
    sessions: createSessions(db),
    profile: createProfiles(db),
    settings,
    standings,
    async teamList(reader) {
      const { teamMaxMembers } = await settings()
      return teamList(await standings(), teamMaxMembers, reader)
    },
    async ranking(limit) {
      return ranking({ settings: await settings(), latest: await latest(), ranked: await standings() }, limit)
    },
    vendors: cached(changes, concernsEvent, async () => {
      return new PreparedOutput('"vendors":', Buffer.from(`${JSON.stringify(await readVendors(read))}}`))
    }),
    teamAwards: cachedByKey(changes, {
      invalidatedBy: invalidatedByAwards,
      async make(teamId) {
        await turn()
        return await readTeamAwards(read, teamId, await names())
      },
      sizeOf: ({ bytes }) => bytes.length,
      bound: TEAM_AWARDS_BYTES,
    }),
    lastGiven: createLastGiven(db),
    runningPauses: cachedByKey(changes, {
      invalidatedBy: invalidatedByAwards,
      make: (teamId) => readRunningPauses(read, teamId, now()),
      sizeOf: (pauses) => 1 + pauses.length,
      bound: RUNNING_PAUSES,
    }),
  }
}
