import type { LatestAward, Vendor } from '#contract/entities'
import type { Database } from '../db/database'
import { readLatestAwards } from '../db/queries/awards'
import { readVendors } from '../db/queries/booths'
import { readLedgerId } from '../db/queries/ledger-id'
import { type MessageReader, readMessages } from '../db/queries/messages'
import { readFreeze, readSettings } from '../db/queries/settings'
import { cached, cachedByTeam, madeOnce } from './cached'
import { createLedgerCounts } from './ledger-counts'
import { prepared } from './prepared'
import {
  createRanking,
  type Ranking,
  type ShownTeamList,
  showFrozen,
  type TeamListReader,
  withLivePoints,
  writeTeamList,
} from './ranking'
import { createSessions } from './sessions'
import { createStandings, type RankedTeams } from './standings'
import { readTeamAwards } from './team-awards'

const LATEST_AWARDS = 10
const NO_AWARDS: readonly LatestAward[] = []
/** Bounds the memory: 100 MB. */
const MOST_TEAM_AWARDS = 200_000

export type Readings = ReturnType<typeof createReadings>

/**
 * What everybody reads, kept until it changes. Up to date at once after a change on this server, and within a second after a
 * change by another process.
 */
export function createReadings({ db }: { readonly db: Database }) {
  const { changes, read } = db
  const settings = cached(changes, [], () => readSettings(read))
  const latest = cached(changes, ['roster', 'ledger'], () => readLatestAwards(read, LATEST_AWARDS))
  const standings = createStandings(db)
  const freeze = cached(changes, ['roster'], () => readFreeze(read))
  const frozen = madeOnce(showFrozen)
  const teamLists = { staff: madeOnce(writeTeamList), player: madeOnce(writeTeamList) }
  const ranking = createRanking()
  const messagesFor = (reader: MessageReader) => cached(changes, ['messages'], () => readMessages(read, reader))
  async function shownStandings(): Promise<RankedTeams> {
    const live = await standings()
    const current = await freeze()
    return current === null ? live : frozen(live.roster, current)
  }
  const vendors = cached(changes, [], () => readVendors(read))
  const writeVendors = madeOnce((list: readonly Vendor[]) => prepared({ vendors: list }))
  return {
    sessions: createSessions(db),
    settings,
    ledgerId: cached(changes, [], () => readLedgerId(read)),
    /** As it is now: for the organiser's calls, and for a team's own points. */
    standings,
    /** As everybody sees it: frozen between freeze and reveal, else the same object as `standings` (rule 16). */
    shownStandings,
    freeze,
    /** `findOwnTeam` finds the reader's team, whose points stay live during a freeze. Called only then. */
    async teamList(reader: TeamListReader, findOwnTeam: () => Promise<string | undefined>): Promise<ShownTeamList> {
      const { teamMaxMembers } = await settings()
      const live = await standings()
      const shown = await shownStandings()
      const list = teamLists[reader](shown, teamMaxMembers, reader)
      if (shown === live) return list
      const own = live.byId.get((await findOwnTeam()) ?? '')
      return own === undefined ? list : withLivePoints(list, own)
    },
    async ranking(limit: number): Promise<Ranking> {
      const frozenAt = await freeze()
      return ranking(limit, await shownStandings(), frozenAt === null ? await latest() : NO_AWARDS, await settings(), frozenAt)
    },
    ledgerCounts: createLedgerCounts(db),
    /** All booths with their point types, as everybody is sent them. */
    vendors: async () => writeVendors(await vendors()),
    /** The newest messages for each kind of people. */
    messages: { player: messagesFor('player'), staff: messagesFor('staff'), organiser: messagesFor('organiser') },
    /** The newest awards of a team, what each booth gave it, and what its medals are judged by. */
    teamAwards: cachedByTeam(
      changes,
      async (teamId) => await readTeamAwards(read, teamId, { booths: await vendors(), settings: await settings() }),
      { sizeOf: ({ awards }) => awards.length, bound: MOST_TEAM_AWARDS },
    ),
  }
}
