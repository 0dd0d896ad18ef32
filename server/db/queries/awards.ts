import { sql } from 'kysely'
import { ADJUSTMENT_TYPE, AWARDS_PAGE, type Award, type LatestAward } from '#contract/entities'
import type { MedalEntry } from '#rules/medals'
import { countsFrom } from '#rules/ranking'
import { HIDDEN_TEAM } from '#texts/nouns'
import { isoTime } from '../../time'
import type { Reader, Writer } from '../database'
import { isUnvoided } from '../ledger'
import { type JsonList, rowsOf, statement, textsOf } from '../statement'
import type { AwardsTable } from '../tables'

/** Selects awards in the contract's format; the caller adds conditions. */
export function selectAwards(db: Reader | Writer) {
  return db
    .selectFrom('awards')
    .innerJoin('teams', 'teams.team_id', 'awards.team_id')
    .innerJoin('point_types', 'point_types.point_type', 'awards.point_type')
    .leftJoin('vendors', 'vendors.vendor_id', 'awards.vendor_id')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .select([
      'awards.award_id',
      'awards.team_id',
      'teams.team_name',
      'awards.vendor_id',
      'vendors.name as vendor_name',
      'awards.point_type',
      'point_types.label',
      'awards.points',
      'awards.awarded_at',
      'awards.received_at',
      'voids.voided_at',
      'teams.hidden_at',
    ])
}

type AwardRow = Awaited<ReturnType<ReturnType<typeof selectAwards>['execute']>>[number]

/** Formats an award for its team and organisers. */
export function showAward({ voided_at, hidden_at: _hidden, ...row }: AwardRow): Award {
  return {
    ...row,
    awarded_at: isoTime(row.awarded_at),
    received_at: isoTime(row.received_at),
    voided: voided_at !== null,
  }
}

/** Formats an award for its booth: without a hidden team's name (rule 15). */
export function showAwardToBooth(row: AwardRow): Award {
  return showAward(row.hidden_at === null ? row : { ...row, team_name: HIDDEN_TEAM })
}

export async function readAwardForBooth(db: Reader | Writer, awardId: string): Promise<Award> {
  return showAwardToBooth(
    await selectAwards(db).where('awards.award_id', '=', awardId).executeTakeFirstOrThrow(),
  )
}

export async function readAward(db: Reader | Writer, awardId: string): Promise<Award> {
  return showAward(
    await selectAwards(db).where('awards.award_id', '=', awardId).executeTakeFirstOrThrow(),
  )
}

/** Reads a booth's latest awards, newest first. */
export async function readVendorAwards(
  db: Reader | Writer,
  vendorId: string,
  limit: number,
): Promise<Award[]> {
  const rows = await selectAwards(db)
    .where('awards.vendor_id', '=', vendorId)
    .orderBy('awards.awarded_at', 'desc')
    .orderBy('awards.received_at', 'desc')
    .orderBy('awards.award_id')
    .limit(limit)
    .execute()
  return rows.map(showAwardToBooth)
}

const latestAwards = statement((db, limit: number) =>
  selectAwards(db)
    .where('voids.award_id', 'is', null)
    // Skip handouts without points, which are no news (rule 11).
    .where('awards.points', '<>', 0)
    .where('teams.disbanded_at', 'is', null)
    .where('teams.hidden_at', 'is', null)
    .orderBy('awards.awarded_at', 'desc')
    .orderBy('awards.received_at', 'desc')
    .orderBy('awards.award_id')
    .limit(limit),
)

/**
 * Reads the latest unvoided awards to teams that are neither disbanded nor hidden, newest first.
 */
export async function readLatestAwards(db: Reader, limit: number): Promise<LatestAward[]> {
  return (await latestAwards(db, limit)).map((row) => {
    const { team_name, vendor_name, label, points, awarded_at } = showAward(row)
    return { team_name, vendor_name, label, points, awarded_at }
  })
}

/** Finds the ledger entry with this id, and when it was voided. */
export async function findAward(db: Reader | Writer, awardId: string) {
  return await db
    .selectFrom('awards')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .where('awards.award_id', '=', awardId)
    .selectAll('awards')
    .select('voids.voided_at')
    .executeTakeFirst()
}

/**
 * Finds the award that a person sent under this id. If another person's award took the id first,
 * this person's award is recorded under a new id, with the id that was sent in `sent_id`. If this
 * person has no such award, returns the other person's.
 */
export async function findOwnAward(db: Reader | Writer, awardId: string, userId: string) {
  const found = await findAward(db, awardId)
  if (found === undefined || found.user_id === userId) return found
  const own = db
    .selectFrom('awards')
    .where('sent_id', '=', awardId)
    .where('user_id', '=', userId)
    .select('award_id')
  const ownId = (await own.executeTakeFirst())?.award_id
  return ownId === undefined ? found : await findAward(db, ownId)
}

type LateVoid = Scope & Pick<AwardsTable, 'award_id' | 'user_id'>

/**
 * Finds the award that a late void is meant for. The id alone does not tell, because another
 * person's award may have taken it: booth, team and point type must match too. The award may be a
 * colleague's, but the person's own comes first.
 */
export async function findAwardToVoid(db: Reader | Writer, late: LateVoid) {
  const { award_id, user_id, team_id, vendor_id, point_type } = late
  const found = await db
    .selectFrom('awards')
    .where((eb) => eb.or([eb('award_id', '=', award_id), eb('sent_id', '=', award_id)]))
    .where('team_id', '=', team_id)
    .where('vendor_id', '=', vendor_id)
    .where('point_type', '=', point_type)
    .orderBy((eb) => eb.case().when('user_id', '=', user_id).then(0).else(1).end())
    .select('award_id')
    .executeTakeFirst()
  return found === undefined ? undefined : await findAward(db, found.award_id)
}

/** Rule 11: finds the id of a team's award for a tag; undefined if it has not collected the tag. */
export async function findBonusAward(
  db: Reader | Writer,
  teamId: string,
  nfcId: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('awards')
    .where('team_id', '=', teamId)
    .where('nfc_id', '=', nfcId)
    .select('award_id')
    .executeTakeFirst()
  return row?.award_id
}

const awardsById = statement((db, awardIds: JsonList<string>) =>
  selectAwards(db)
    .where('awards.award_id', 'in', textsOf(db, awardIds))
    .select(['awards.user_id', 'awards.sent_id']),
)
const awardsBySentId = statement((db, sentIds: JsonList<string>) =>
  selectAwards(db)
    .where('awards.sent_id', 'in', textsOf(db, sentIds))
    .select(['awards.user_id', 'awards.sent_id']),
)

/** An award as its booth sees it, and the account that gave it. */
export interface RecordedAward {
  readonly award: Award
  readonly user_id: string | null
}

const showRecorded = ({
  user_id,
  sent_id,
  ...row
}: Awaited<ReturnType<typeof awardsById>>[number]) => ({
  award: showAwardToBooth(row),
  user_id,
  sent_id,
})

/** Finds awards recorded under these ids. */
export async function findAwards(db: Writer, awardIds: readonly string[]) {
  return (await awardsById(db, awardIds)).map(showRecorded)
}

/** Finds awards sent under these ids but recorded under others. */
export async function findAwardsSentAs(db: Writer, sentIds: readonly string[]) {
  return (await awardsBySentId(db, sentIds)).map(showRecorded)
}

/**
 * Finds those of these teams that are not disbanded. Includes hidden teams, which still get points.
 */
export const findActiveTeams = statement((db, teamIds: JsonList<string>) =>
  db
    .selectFrom('teams')
    .where('team_id', 'in', textsOf(db, teamIds))
    .where('disbanded_at', 'is', null)
    .select(['team_id', 'team_name', 'hidden_at']),
)

const boothOffers = statement((db, vendorIds: JsonList<string>) =>
  db
    .selectFrom('vendor_point_types as offer')
    .innerJoin('point_types', 'point_types.point_type', 'offer.point_type')
    .innerJoin('vendors', 'vendors.vendor_id', 'offer.vendor_id')
    .leftJoin('booth_closings as closing', 'closing.vendor_id', 'offer.vendor_id')
    .where('offer.vendor_id', 'in', textsOf(db, vendorIds))
    .select([
      'closing.closed_at',
      'closing.opened_at',
      'offer.vendor_id',
      'offer.point_type',
      'vendors.name as vendor_name',
      'point_types.label',
      'point_types.points',
      'point_types.cooldown_seconds',
    ]),
)

type OfferRow = Awaited<ReturnType<typeof boothOffers>>[number]
/** A point type of a booth, with the times (ms) at which the booth was closed and opened again. */
export type Offer = Omit<OfferRow, 'closed_at' | 'opened_at'> & {
  readonly closings: { readonly closedAt: number; readonly openedAt: number | null }[]
}

/** Finds the point types that these booths offer. */
export async function findOffers(db: Writer, vendorIds: readonly string[]): Promise<Offer[]> {
  const offers = new Map<string, Offer>()
  for (const { closed_at, opened_at, ...row } of await boothOffers(db, vendorIds)) {
    const key = `${row.vendor_id}\n${row.point_type}`
    const offer = offers.get(key) ?? { ...row, closings: [] }
    if (closed_at !== null) offer.closings.push({ closedAt: closed_at, openedAt: opened_at })
    offers.set(key, offer)
  }
  return [...offers.values()]
}

export function wasBoothClosed({ closings }: Offer, at: number): boolean {
  return closings.some(
    ({ closedAt, openedAt }) => at >= closedAt && (openedAt === null || at < openedAt),
  )
}

/** A booth, a team and a point type: the scope of a cooldown (rule 9). */
export type Scope = Readonly<Record<'vendor_id' | 'team_id' | 'point_type', string>>
/** A scope, from a time on (ms), which is named like the column that it is compared with. */
type ScopeSince = Scope & Pick<AwardsTable, 'awarded_at'>

/**
 * Finds unvoided awards of these scopes, made at or after each scope's time and received by
 * `receivedUntil` (ms). Returns an award twice if it belongs to two of them.
 */
export const findCoolingAwards = statement(
  (db, spans: JsonList<ScopeSince>, receivedUntil: number) =>
    db
      .selectFrom(
        sql<ScopeSince>`(${rowsOf(db, 'awards', spans, ['vendor_id', 'team_id', 'point_type', 'awarded_at'])})`.as(
          'span',
        ),
      )
      .innerJoin('awards', (join) =>
        join
          .onRef('awards.team_id', '=', 'span.team_id')
          .onRef('awards.vendor_id', '=', 'span.vendor_id')
          .onRef('awards.point_type', '=', 'span.point_type')
          .onRef('awards.awarded_at', '>=', 'span.awarded_at'),
      )
      .where('awards.received_at', '<=', receivedUntil)
      .where(isUnvoided)
      .select(['awards.vendor_id', 'awards.team_id', 'awards.point_type', 'awards.awarded_at']),
)

/** Later than any award (ms). */
const END_OF_TIME = Number.MAX_SAFE_INTEGER

/** Where a page begins: after this award, in the order newest first. */
export type AwardPosition = Readonly<Pick<AwardsTable, 'awarded_at' | 'received_at' | 'award_id'>>

const NEWEST: AwardPosition = { awarded_at: END_OF_TIME, received_at: END_OF_TIME, award_id: '' }

const awardsAfter = statement(
  (db, team_id: string, limit: number, awarded_at: number, received_at: number, award_id: string) =>
    selectAwards(db)
      .where('awards.team_id', '=', team_id)
      // Lets the index be used. The last two conditions below do not compare this time again.
      .where('awards.awarded_at', '<=', awarded_at)
      .where((eb) =>
        eb.or([
          eb('awards.awarded_at', '<', awarded_at),
          eb('awards.received_at', '<', received_at),
          eb.and([
            eb('awards.received_at', '=', received_at),
            eb('awards.award_id', '>', award_id),
          ]),
        ]),
      )
      .orderBy('awards.awarded_at', 'desc')
      .orderBy('awards.received_at', 'desc')
      // Makes the order of awards of one millisecond stable.
      .orderBy('awards.award_id')
      .limit(limit),
)

/**
 * The columns that medals need. One index contains all but `confirmed_id`, which is null unless the
 * entry's time is confirmed (rule 21).
 */
const ENTRY_COLUMNS = [
  'awards.vendor_id',
  'awards.point_type',
  'awards.points',
  'awards.awarded_at',
  'awards.received_at',
  'confirmed.award_id as confirmed_id',
] as const

const entriesOf = statement((db, team_id: string) =>
  db
    .selectFrom('awards')
    .where('awards.team_id', '=', team_id)
    .where(isUnvoided)
    .leftJoin('confirmed_bonuses as confirmed', 'confirmed.award_id', 'awards.award_id')
    .select(ENTRY_COLUMNS),
)

/**
 * Finds the entries that counted at a time (ms). Leaves out entries that were moved to this team,
 * or that an organiser accepted, only after that time.
 */
const entriesThen = statement((db, team_id: string, at: number) =>
  db
    .selectFrom('awards')
    .where('awards.team_id', '=', team_id)
    .where('awards.received_at', '<=', at)
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .where((eb) => eb.or([eb('voids.voided_at', 'is', null), eb('voids.voided_at', '>', at)]))
    .leftJoin('voids as moved', 'moved.award_id', 'awards.moved_from')
    .where((eb) => eb.or([eb('moved.voided_at', 'is', null), eb('moved.voided_at', '<=', at)]))
    .where(({ not, exists, selectFrom, lit, fn }) =>
      not(
        exists(
          selectFrom('late_entries as late')
            .where('late.accepted_at', '>', at)
            .whereRef('late.award_id', '=', fn.coalesce('awards.sent_id', 'awards.award_id'))
            // A late void of the entry, or another person's late award under its id, does not
            // matter.
            .whereRef('late.kind', '=', 'awards.kind')
            .whereRef('late.user_id', '=', 'awards.user_id')
            .select(lit(1).as('one')),
        ),
      ),
    )
    .leftJoin('confirmed_bonuses as confirmed', 'confirmed.award_id', 'awards.award_id')
    .select(ENTRY_COLUMNS),
)

type EntryRow = Awaited<ReturnType<typeof entriesOf>>[number]

function asMedalEntry({
  vendor_id: vendorId,
  point_type,
  points,
  confirmed_id,
  ...times
}: EntryRow) {
  const kind = vendorId !== null ? 'award' : point_type === ADJUSTMENT_TYPE ? 'adjustment' : 'bonus'
  const from = countsFrom({ kind, ...times }, confirmed_id !== null)
  return { kind, vendorId, points, from } satisfies MedalEntry
}

/** Reads a team's unvoided entries, in no particular order. */
export async function readTeamEntries(db: Reader, team_id: string): Promise<MedalEntry[]> {
  return (await entriesOf(db, team_id)).map(asMedalEntry)
}

/** Reads a team's entries as they were at a time (ms). */
export async function readTeamEntriesAt(
  db: Reader,
  team_id: string,
  at: number,
): Promise<MedalEntry[]> {
  return (await entriesThen(db, team_id, at)).map(asMedalEntry)
}

export interface AwardsPage {
  readonly awards: Award[]
  readonly more: boolean
}

/** Reads a page of a team's awards: the newest, or those after another award. */
export async function readAwardsPage(
  db: Reader,
  team_id: string,
  after: AwardPosition = NEWEST,
): Promise<AwardsPage> {
  const { awarded_at, received_at, award_id } = after
  const rows = await awardsAfter(db, team_id, AWARDS_PAGE + 1, awarded_at, received_at, award_id)
  return { awards: rows.slice(0, AWARDS_PAGE).map(showAward), more: rows.length > AWARDS_PAGE }
}
