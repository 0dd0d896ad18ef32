import type { BoothTotal, LatestAward } from '#contract/entities'
import { MEDALS, type Medal, type MedalEntry, type MedalProgress, teamMedals } from '#rules/medals'
import type { Database, Reader } from '../db/database'
import {
  type AwardsPage,
  readAwardsPage,
  readLatestAwards,
  readTeamEntries,
  readTeamEntriesAt,
} from '../db/queries/awards'
import { type ClosableVendor, readVendors } from '../db/queries/booths'
import { readPeople } from '../db/queries/find'
import { readLedgerId } from '../db/queries/ledger-id'
import { type MessageReader, readMessages } from '../db/queries/messages'
import { countRefusalsBeyond } from '../db/queries/refusals'
import { type CurrentSettings, readFreeze, readSettings } from '../db/queries/settings'
import { readMembers } from '../db/queries/teams'
import { countRows } from '../db/statement'
import { cached, cachedByTeam, memoizeLast } from './cached'
import { prepared } from './prepared'
import {
  countAbove,
  createRanking,
  createStandings,
  type RankedTeams,
  type ShownTeamList,
  showFrozen,
  showReveal,
  showRevealing,
  sumSinceFreeze,
  type TeamListReader,
  uncoveredTeams,
  type VersionedRanking,
  withLivePoints,
  writeTeamList,
} from './ranking'
import { createSessions } from './sessions'

/** The data that a team's ledger gives: a page of awards, totals, and medals. */
interface TeamAwards extends AwardsPage {
  readonly booths: BoothTotal[]
  readonly treasures: number
  readonly medals: Medal[]
  readonly medal_progress: (MedalProgress & { readonly medal: Medal })[]
}

/** Sums a team's awards by booth. */
function totalsOf(entries: readonly MedalEntry[]): BoothTotal[] {
  const totals = new Map<string, BoothTotal>()
  for (const { vendorId, points } of entries) {
    if (vendorId === null) continue
    const before = totals.get(vendorId) ?? { vendor_id: vendorId, awards: 0, points: 0 }
    totals.set(vendorId, { ...before, awards: before.awards + 1, points: before.points + points })
  }
  return [...totals.values()].sort((a, b) => (a.vendor_id < b.vendor_id ? -1 : 1))
}

/** Computes a team's constellation and medals. */
function earningsOf(
  entries: readonly MedalEntry[],
  joinedAt: readonly number[],
  booths: readonly ClosableVendor[],
  { endsAt, timeZone }: CurrentSettings,
) {
  const { earned, progress } = teamMedals({
    entries,
    joinedAt,
    endsAt,
    timeZone,
    booths: booths.map(({ vendor_id: vendorId, location, point_types, closedAt }) => {
      return {
        vendorId,
        location,
        gives: point_types.some(({ points }) => points > 0),
        closedAt,
      }
    }),
  })
  return {
    booths: totalsOf(entries),
    treasures: entries.filter(({ kind, points }) => kind === 'bonus' && points > 0).length,
    medals: earned,
    medal_progress: MEDALS.flatMap((medal) =>
      progress[medal] === undefined ? [] : { medal, ...progress[medal] },
    ),
  }
}

async function readTeamAwards(
  db: Reader,
  teamId: string,
  booths: readonly ClosableVendor[],
  settings: CurrentSettings,
): Promise<TeamAwards> {
  const [page, entries, members] = await Promise.all([
    readAwardsPage(db, teamId),
    readTeamEntries(db, teamId),
    readMembers(db, teamId),
  ])
  const joinedAt = members.map(({ joined_at }) => joined_at)
  return { ...page, ...earningsOf(entries, joinedAt, booths, settings) }
}

/**
 * Maximum number of attempts to read points and awards without a commit in between. In a busy hall
 * a commit may fall into each attempt; then the result of the last one is returned all the same.
 */
const SAME_MOMENT_TRIES = 3

/**
 * Reads a team's standing and its awards as of one moment: if the awards changed meanwhile, the
 * points might not be their sum.
 */
export async function readOwnScore(
  readings: Pick<Readings, 'bothStandings' | 'teamAwards'>,
  teamId: string,
) {
  let reading = readings.teamAwards(teamId)
  for (let tries = 1; ; tries++) {
    const awards = await reading
    const own = await readOwnStanding(readings, teamId)
    const again = readings.teamAwards(teamId)
    if (again === reading || tries === SAME_MOMENT_TRIES) return { ...own, awards }
    reading = again
  }
}

const LATEST_AWARDS = 10
const NO_AWARDS: readonly LatestAward[] = []

export type Readings = ReturnType<typeof createReadings>

/**
 * Creates the readings that many callers share, each cached until its data change. They show
 * changes of this server at once, and changes of other processes within a second.
 */
export function createReadings({ db }: { readonly db: Database }) {
  const { commits, read } = db
  const latest = cached(commits, ['roster', 'ledger'], () => readLatestAwards(read, LATEST_AWARDS))
  const standings = createStandings(db)
  const freeze = cached(commits, ['roster'], () => readFreeze(read))
  const frozen = memoizeLast(showFrozen)
  const revealing = memoizeLast(showRevealing)
  const summed = memoizeLast(sumSinceFreeze)
  const teamLists = { staff: memoizeLast(writeTeamList), player: memoizeLast(writeTeamList) }
  const ranking = createRanking()
  const messagesFor = (reader: MessageReader) =>
    cached(commits, ['messages'], () => readMessages(read, reader))
  /**
   * Reads the live and the public standings as of one moment, with the freeze by which they differ
   * (rule 16). Without a freeze both are the same object.
   */
  async function bothStandings() {
    const live = await standings()
    const current = await freeze()
    if (current === null) return { live, shown: live, freeze: null }
    const atFreeze = frozen(live.roster, current)
    const { reveal } = current
    const shown = reveal === null ? atFreeze : revealing(live, atFreeze, reveal)
    return { live, shown, freeze: current }
  }
  /**
   * Sums the points that all teams gained since the freeze. Null without a freeze, and once the
   * reveal has begun, because uncovered teams then show what they gained themselves.
   */
  async function sinceFreeze(): Promise<number | null> {
    const { live, shown, freeze: current } = await bothStandings()
    return current === null || current.reveal !== null ? null : summed(live, shown)
  }
  // A reading that names no data is cleared only by commits that may have changed anything: those
  // under the event's lock, and those that could not be read. They clear every other reading too.
  const settings = cached(commits, [], () => readSettings(read))
  const vendors = cached(commits, [], () => readVendors(read))
  const writeVendors = memoizeLast((list: readonly ClosableVendor[]) => {
    const open = list.filter(({ closedAt }) => closedAt === null)
    return prepared({ vendors: open.map(({ closedAt: _open, ...vendor }) => vendor) })
  })
  /** Reads a team's newest awards, its totals by booth, and its medals. */
  const teamAwards = cachedByTeam(commits, async (teamId) =>
    readTeamAwards(read, teamId, await vendors(), await settings()),
  )
  const revealed = cached(commits, ['roster', 'ledger'], async () => {
    const reveal = (await freeze())?.reveal ?? null
    if (reveal === null) return null
    const { teams } = await standings()
    const uncovered = uncoveredTeams(reveal, teams).map(async (team) => {
      const members = await readMembers(read, team.team_id)
      return {
        team,
        awards: await teamAwards(team.team_id),
        members: members.map(({ nickname }) => nickname),
      }
    })
    return showReveal(reveal, teams, await Promise.all(uncovered), await vendors())
  })
  /**
   * Computes a team's stars and medals as at the freeze, but without the members who have left
   * since then: the database has only current members.
   */
  async function frozenEarnings(teamId: string, at: number) {
    const [entries, members] = await Promise.all([
      readTeamEntriesAt(read, teamId, at),
      readMembers(read, teamId),
    ])
    const joinedAt = members.map(({ joined_at }) => joined_at).filter((joined) => joined <= at)
    return earningsOf(entries, joinedAt, await vendors(), await settings())
  }
  return {
    sessions: createSessions(db),
    settings,
    ledgerId: cached(commits, [], () => readLedgerId(read)),
    /** Reads the live standings, for organisers' calls and a team's own points. */
    standings,
    bothStandings,
    freeze,
    sinceFreeze,
    /**
     * Reads the list of all teams. `findOwnTeam` finds the reader's team, whose points are live
     * even during a freeze; it is called only during a freeze.
     */
    async teamList(
      reader: TeamListReader,
      findOwnTeam: () => Promise<string | undefined>,
    ): Promise<ShownTeamList> {
      const { teamMaxMembers } = await settings()
      const { live, shown, freeze: current } = await bothStandings()
      const list = teamLists[reader](shown, current, teamMaxMembers, reader)
      if (current === null) return list
      const own = live.byId.get((await findOwnTeam()) ?? '')
      return own === undefined ? list : withLivePoints(list, own)
    },
    async ranking(limit: number): Promise<VersionedRanking> {
      const { shown, freeze: current } = await bothStandings()
      const newest = current === null ? await latest() : NO_AWARDS
      const sum = await sinceFreeze()
      return ranking(limit, shown, newest, await settings(), current, await revealed(), sum)
    },
    /** Counts awards, voids and refusals. All three are written under the locks of ledgers. */
    ledgerCounts: cached(commits, ['ledger'], async () => ({
      awards: await countRows(read.selectFrom('awards')),
      voided: await countRows(read.selectFrom('voids')),
      refused: (await countRows(read.selectFrom('refusals'))) + (await countRefusalsBeyond(read)),
    })),
    /** Reads all people, for the control room's search. */
    people: cached(commits, ['accounts', 'roster'], () => readPeople(read)),
    /** Reads the open booths with their point types, as sent to everybody. */
    vendors: async () => writeVendors(await vendors()),
    /** Read the newest messages for players, for staff and for organisers. */
    messages: {
      player: messagesFor('player'),
      staff: messagesFor('staff'),
      organiser: messagesFor('organiser'),
    },
    teamAwards,
    /** Reads a team's public stars and medals (rule 16); null if the team is on no list. */
    async shownEarnings(teamId: string) {
      const { live, shown, freeze: current } = await bothStandings()
      const listed = shown.byId.get(teamId)
      if (listed === undefined || listed.hidden) return null
      // The reveal lists uncovered teams with their live entry.
      const isLive = current === null || listed === live.byId.get(teamId)
      return await (isLive ? teamAwards(teamId) : frozenEarnings(teamId, current.at))
    },
    /** Reads the ids of the booths that are stars, which are the open ones, in order. */
    async starIds() {
      return (await vendors())
        .filter(({ closedAt }) => closedAt === null)
        .map(({ vendor_id }) => vendor_id)
    },
  }
}

/**
 * Finds a team's neighbours in the live ranking: the next better place, and the next team behind.
 */
export function neighboursOf(points: number, { teams }: RankedTeams) {
  const ahead = teams[countAbove(points, teams) - 1]
  const behind = teams[countAbove(points - 1, teams)]
  return {
    goal:
      ahead === undefined || points <= 0
        ? null
        : { place: ahead.rank, missing: ahead.points - points },
    behind: behind === undefined ? null : { team_name: behind.team_name, points: behind.points },
  }
}

/**
 * Rule 16: reads a team's view of itself. During a freeze its points are live, but its rank is
 * frozen.
 */
export async function readOwnStanding(readings: Pick<Readings, 'bothStandings'>, teamId: string) {
  const { live, shown, freeze } = await readings.bothStandings()
  // The standings may lack a team that was founded on another server since the call arrived.
  const own = live.byId.get(teamId)
  const { points, member_count } = own ?? { points: 0, member_count: 1 }
  const listed = shown.byId.get(teamId)
  const counted = freeze === null ? points : 0
  const rank = listed?.rank ?? 1 + shown.teams.filter((team) => team.points > counted).length
  // The reveal lists uncovered teams with their live entry.
  const isFrozen = freeze !== null && (own === undefined || listed !== own)
  return {
    standing: { points, rank, member_count },
    shownPoints: listed?.points ?? counted,
    isFrozen,
    freeze,
    live,
  }
}
