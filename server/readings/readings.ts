import type { LatestAward, Message } from '#contract/entities'
import type { Database } from '../db/database'
import { readLatestAwards } from '../db/queries/awards'
import { type LastGiven, readRunningPauses } from '../db/queries/cooldowns'
import { type Freeze, readFreeze } from '../db/queries/freeze'
import { type LedgerId, readLedgerId } from '../db/queries/ledger-id'
import { type MessageReader, readMessages } from '../db/queries/messages'
import { readSettings } from '../db/queries/settings'
import { readTeamAwards } from '../db/queries/team-awards'
import { readVendors } from '../db/queries/vendors'
import type { EventSettings } from '../event-settings'
import { cached, concernsEvent, concernsTeams } from './cached'
import { cachedByKey, invalidatedByAwards } from './cached-by-key'
import { createFrozenStandings } from './frozen'
import { createLastGiven } from './last-given'
import { createLedgerCounts, type LedgerCounts } from './ledger-counts'
import { PreparedOutput, type VersionedOutput } from './prepared'
import { createProfiles, type KeptProfile } from './profiles'
import { createRanking, type Ranking } from './ranking'
import { createSessions, type Sessions } from './sessions'
import { createStandings, type RankedTeams } from './standings'
import { createTeamList, type TeamListReader, withLivePoints } from './team-list'

const LATEST_AWARDS = 10
const NO_AWARDS: readonly LatestAward[] = []
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
  ledgerId(): Promise<LedgerId | null>
  /** As it is now: for the organiser's calls, and for a team's own points. */
  standings(): RankedTeams | Promise<RankedTeams>
  /** As everybody sees it: frozen between freeze and reveal, else the same object as `standings` (rule 16). */
  shownStandings(): Promise<RankedTeams>
  freeze(): Promise<Freeze | null>
  /** `ownTeamId` is the reader's team, whose points stay live during a freeze. */
  teamList(reader: TeamListReader, ownTeamId?: string): Promise<VersionedOutput>
  ranking(limit: number): Promise<Ranking>
  /** The organiser's newest messages, newest first. */
  messages(reader: MessageReader): Promise<readonly Message[]>
  ledgerCounts(): Promise<LedgerCounts>
  /** All booths with their point types. */
  vendors(): Promise<PreparedOutput>
  /** The newest awards of a team and what each booth gave it, as the last fields of an answer. */
  teamAwards(teamId: string): Promise<Buffer>
  /** All that a booth offers, with the time of the team's latest award of each; cached until either changes. */
  lastGiven(vendorId: string, teamId: string): Promise<readonly LastGiven[]>
  /**
   * The team's awards whose cooldown was running when they were read. No other can be running until the team gets another
   * award.
   */
  runningPauses(teamId: string): Promise<readonly LastGiven[]>
}

/** The fields of an object as JSON, with the brace that ends the answer. */
const fieldsOf = (output: object) => JSON.stringify(output).slice(1)

export function createReadings({ db, now }: { readonly db: Database; readonly now: () => number }): Readings {
  const { changes, read } = db
  const settings = cached(changes, concernsEvent, () => readSettings(read))
  const latest = cached(
    changes,
    ({ on }) => on !== 'accounts' && on !== 'messages',
    () => readLatestAwards(read, LATEST_AWARDS),
  )
  const standings = createStandings(db)
  const teamList = createTeamList()
  const ranking = createRanking()
  const freeze = cached(changes, concernsTeams, () => readFreeze(read))
  const frozen = createFrozenStandings()
  const messagesFor = (reader: MessageReader) =>
    cached(
      changes,
      ({ on }) => on === 'messages' || on === 'anything',
      () => readMessages(read, reader),
    )
  const messages = { player: messagesFor('player'), staff: messagesFor('staff'), organiser: messagesFor('organiser') }
  async function shownStandings(): Promise<RankedTeams> {
    const live = await standings()
    const current = await freeze()
    return current === null ? live : frozen(live, current)
  }
  return {
    sessions: createSessions(db),
    profile: createProfiles(db),
    settings,
    ledgerId: cached(changes, concernsEvent, () => readLedgerId(read)),
    standings,
    shownStandings,
    freeze,
    async teamList(reader, ownTeamId) {
      const { teamMaxMembers } = await settings()
      const live = await standings()
      const shown = await shownStandings()
      const list = teamList(shown, teamMaxMembers, reader)
      const own = shown === live || ownTeamId === undefined ? undefined : live.byId.get(ownTeamId)
      return own === undefined ? list : withLivePoints(list, own)
    },
    async ranking(limit) {
      const current = await freeze()
      const source = {
        settings: await settings(),
        freeze: current,
        latest: current === null ? await latest() : NO_AWARDS,
        ranked: await shownStandings(),
      }
      return ranking(source, limit)
    },
    messages: (reader) => messages[reader](),
    ledgerCounts: createLedgerCounts(db),
    vendors: cached(changes, concernsEvent, async () => {
      return new PreparedOutput('"vendors":', Buffer.from(`${JSON.stringify(await readVendors(read))}}`))
    }),
    teamAwards: cachedByKey(changes, {
      invalidatedBy: invalidatedByAwards,
      make: async (teamId) => Buffer.from(fieldsOf(await readTeamAwards(read, teamId))),
      sizeOf: (bytes) => bytes.length,
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
