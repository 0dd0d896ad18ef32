import { ADJUSTMENT_TYPE, type Award, type LatestAward } from '#contract/entities'
import type { MedalEntry } from '#rules/medals'
import { HIDDEN_TEAM } from '#texts/nouns'
import { uuidOf } from '../../random'
import { isoTime } from '../../time'
import type { Reader, Writer } from '../database'
import { jsonRows, jsonTexts, statement } from '../statement'
import type { AwardsTable } from '../tables'

/** Awards in the contract's format; the caller adds conditions. */
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

/** An award as its team and the organiser see it. */
export function showAward({ voided_at, hidden_at: _hidden, ...row }: AwardRow): Award {
  return {
    ...row,
    awarded_at: isoTime(row.awarded_at),
    received_at: isoTime(row.received_at),
    voided: voided_at !== null,
  }
}

/** An award as its booth sees it: without the name of a hidden team (rule 15). */
export function showAwardToBooth(row: AwardRow): Award {
  return showAward(row.hidden_at === null ? row : { ...row, team_name: HIDDEN_TEAM })
}

export async function readAwardForBooth(db: Reader | Writer, awardId: string): Promise<Award> {
  return showAwardToBooth(await selectAwards(db).where('awards.award_id', '=', awardId).executeTakeFirstOrThrow())
}

export async function readAward(db: Reader | Writer, awardId: string): Promise<Award> {
  return showAward(await selectAwards(db).where('awards.award_id', '=', awardId).executeTakeFirstOrThrow())
}

/** The latest awards of a booth, newest first. */
export async function readVendorAwards(db: Reader | Writer, vendorId: string, limit: number): Promise<Award[]> {
  const rows = await selectAwards(db)
    .where('awards.vendor_id', '=', vendorId)
    .orderBy('awards.awarded_at', 'desc')
    .orderBy('awards.received_at', 'desc')
    .orderBy('awards.award_id')
    .limit(limit)
    .execute()
  return rows.map(showAwardToBooth)
}

const latestAwards = statement<{ limit: number }>()((db, { limit }) =>
  selectAwards(db)
    .where('voids.award_id', 'is', null)
    .where('teams.disbanded_at', 'is', null)
    .where('teams.hidden_at', 'is', null)
    .orderBy('awards.awarded_at', 'desc')
    .orderBy('awards.received_at', 'desc')
    .orderBy('awards.award_id')
    .limit(limit)
    .compile(),
)

/** The latest unvoided awards to teams that are neither disbanded nor hidden, newest first. */
export async function readLatestAwards(db: Reader, limit: number): Promise<LatestAward[]> {
  return (await latestAwards(db, { limit })).map((row) => {
    const { team_name, vendor_name, label, points, awarded_at } = showAward(row)
    return { team_name, vendor_name, label, points, awarded_at }
  })
}

/** The ledger entry with this id, and whether it is voided. */
export async function findAward(db: Reader | Writer, awardId: string) {
  return await db
    .selectFrom('awards')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .where('awards.award_id', '=', awardId)
    .selectAll('awards')
    .select('voids.voided_at')
    .executeTakeFirst()
}

/** The id under which a person's award is recorded whose own id somebody else's award has taken, seen in a copy that was shown. */
export function ownIdOf(userId: string, awardId: string): string {
  return uuidOf(`${userId}\n${awardId}`)
}

/** A person's award of this id. Somebody else's may have taken the id (`ownIdOf`); where there is no other, that one. */
export async function findOwnAward(db: Reader | Writer, awardId: string, userId: string) {
  const found = await findAward(db, awardId)
  if (found === undefined || found.user_id === userId) return found
  return (await findAward(db, ownIdOf(userId, awardId))) ?? found
}

/** The award that a tag gave a team, if it was collected (rule 11). */
export async function findBonusAward(db: Reader | Writer, teamId: string, nfcId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('awards')
    .where('team_id', '=', teamId)
    .where('nfc_id', '=', nfcId)
    .select('award_id')
    .executeTakeFirst()
  return row?.award_id
}

const knownAwards = statement<{ ids: string }>()((db, { ids }) =>
  selectAwards(db).where('awards.award_id', 'in', jsonTexts(db, ids)).select('awards.user_id').compile(),
)

/** An award as its booth sees it, and who gave it. */
export interface RecordedAward {
  readonly award: Award
  readonly user_id: string | null
}

/** The awards recorded under these ids. */
export async function findAwards(db: Writer, awardIds: readonly string[]): Promise<RecordedAward[]> {
  const rows = await knownAwards(db, { ids: JSON.stringify(awardIds) })
  return rows.map(({ user_id, ...row }) => ({ award: showAwardToBooth(row), user_id }))
}

const activeTeams = statement<{ ids: string }>()((db, { ids }) =>
  db
    .selectFrom('teams')
    .where('team_id', 'in', jsonTexts(db, ids))
    .where('disbanded_at', 'is', null)
    .select(['team_id', 'team_name', 'hidden_at'])
    .compile(),
)

/** Those of the teams that are not disbanded. Hidden ones go on collecting points. */
export async function findActiveTeams(db: Writer, teamIds: readonly string[]) {
  return await activeTeams(db, { ids: JSON.stringify(teamIds) })
}

const boothOffers = statement<{ ids: string }>()((db, { ids }) =>
  db
    .selectFrom('vendor_point_types as offer')
    .innerJoin('point_types', 'point_types.point_type', 'offer.point_type')
    .innerJoin('vendors', 'vendors.vendor_id', 'offer.vendor_id')
    .leftJoin('booth_closings as closing', 'closing.vendor_id', 'offer.vendor_id')
    .where('offer.vendor_id', 'in', jsonTexts(db, ids))
    .select(['closing.closed_at', 'closing.opened_at'])
    .select([
      'offer.vendor_id',
      'offer.point_type',
      'vendors.name as vendor_name',
      'point_types.label',
      'point_types.points',
      'point_types.cooldown_seconds',
    ])
    .compile(),
)

type OfferRow = Awaited<ReturnType<typeof boothOffers>>[number]
/** A point type of a booth, with the times (ms) at which the booth was closed and opened again. */
export type Offer = Omit<OfferRow, 'closed_at' | 'opened_at'> & {
  readonly closings: { readonly closedAt: number; readonly openedAt: number | null }[]
}

/** The point types that these booths offer. */
export async function findOffers(db: Writer, vendorIds: readonly string[]): Promise<Offer[]> {
  const offers = new Map<string, Offer>()
  for (const { closed_at, opened_at, ...row } of await boothOffers(db, { ids: JSON.stringify(vendorIds) })) {
    const key = `${row.vendor_id}\n${row.point_type}`
    const offer = offers.get(key) ?? { ...row, closings: [] }
    if (closed_at !== null) offer.closings.push({ closedAt: closed_at, openedAt: opened_at })
    offers.set(key, offer)
  }
  return [...offers.values()]
}

export function wasBoothClosed({ closings }: Offer, at: number): boolean {
  return closings.some(({ closedAt, openedAt }) => at >= closedAt && (openedAt === null || at < openedAt))
}

const SCOPE = { vendor_id: 'text', team_id: 'text', point_type: 'text' } as const
/** The scope of a cooldown (rule 9). */
export type Scope = { readonly [K in keyof typeof SCOPE]: string }

const coolingAwards = statement<{ spans: string }>()((db, { spans }) =>
  db
    .selectFrom(jsonRows(db, spans, { ...SCOPE, earliest: 'bigint', latest: 'bigint' }).as('span'))
    .innerJoin('awards', (join) =>
      join
        .onRef('awards.team_id', '=', 'span.team_id')
        .onRef('awards.vendor_id', '=', 'span.vendor_id')
        .onRef('awards.point_type', '=', 'span.point_type')
        .onRef('awards.awarded_at', '>=', 'span.earliest')
        .onRef('awards.awarded_at', '<=', 'span.latest'),
    )
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .where('voids.award_id', 'is', null)
    .select(['awards.vendor_id', 'awards.team_id', 'awards.point_type', 'awards.awarded_at'])
    .compile(),
)

/** Unvoided awards made between two times (ms), both included. An award in two ranges may be returned twice. */
export async function findCoolingAwards(db: Writer, spans: readonly (Scope & { earliest: number; latest: number })[]) {
  return spans.length === 0 ? [] : await coolingAwards(db, { spans: JSON.stringify(spans) })
}

const latestInScopes = statement<{ scopes: string }>()((db, { scopes }) =>
  db
    .selectFrom(jsonRows(db, scopes, SCOPE).as('scope'))
    .innerJoin('awards', (join) =>
      join
        .onRef('awards.team_id', '=', 'scope.team_id')
        .onRef('awards.vendor_id', '=', 'scope.vendor_id')
        .onRef('awards.point_type', '=', 'scope.point_type'),
    )
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .where('voids.award_id', 'is', null)
    .groupBy(['scope.vendor_id', 'scope.team_id', 'scope.point_type'])
    .select((eb) => ['scope.vendor_id', 'scope.team_id', 'scope.point_type', eb.fn.max('awards.awarded_at').as('latest')])
    .compile(),
)

/** When the latest unvoided award of each scope was made; scopes without one are left out. */
export async function findLatestAwards(db: Writer, scopes: readonly Scope[]) {
  return scopes.length === 0 ? [] : await latestInScopes(db, { scopes: JSON.stringify(scopes) })
}

/** Awards of one answer. */
const PAGE = 100
/** Later than any award (ms). */
const END_OF_TIME = Number.MAX_SAFE_INTEGER

/** Where a page begins: after this award, in the order newest first. */
export type AwardPosition = Readonly<Pick<AwardsTable, 'awarded_at' | 'received_at' | 'award_id'>>

const NEWEST: AwardPosition = { awarded_at: END_OF_TIME, received_at: END_OF_TIME, award_id: '' }

const awardsAfter = statement<{ team_id: string; limit: number; awarded_at: number; received_at: number; award_id: string }>()(
  (db, { team_id, limit, awarded_at, received_at, award_id }) =>
    selectAwards(db)
      .where('awards.team_id', '=', team_id)
      // Repeats the condition below for the index.
      .where('awards.awarded_at', '<=', awarded_at)
      .where((eb) =>
        eb.or([
          eb('awards.awarded_at', '<', awarded_at),
          eb('awards.received_at', '<', received_at),
          eb.and([eb('awards.received_at', '=', received_at), eb('awards.award_id', '>', award_id)]),
        ]),
      )
      .orderBy('awards.awarded_at', 'desc')
      .orderBy('awards.received_at', 'desc')
      // Awards of one millisecond would else change places.
      .orderBy('awards.award_id')
      .limit(limit)
      .compile(),
)

const entriesOf = statement<{ team_id: string }>()((db, { team_id }) =>
  db
    .selectFrom('awards')
    .leftJoin('voids', 'voids.award_id', 'awards.award_id')
    .where('awards.team_id', '=', team_id)
    .where('voids.award_id', 'is', null)
    // No other columns: these are in an index.
    .select(['awards.vendor_id', 'awards.point_type', 'awards.points', 'awards.awarded_at'])
    .compile(),
)

/** A team's entries that are not voided, in no particular order. */
export async function readTeamEntries(db: Reader, team_id: string): Promise<MedalEntry[]> {
  const rows = await entriesOf(db, { team_id })
  return rows.map(({ vendor_id, point_type, points, awarded_at }) => ({
    kind: vendor_id !== null ? 'award' : point_type === ADJUSTMENT_TYPE ? 'adjustment' : 'bonus',
    vendorId: vendor_id,
    points,
    madeAt: awarded_at,
  }))
}

export interface AwardsPage {
  readonly awards: Award[]
  readonly more: boolean
}

/** A team's newest awards, or those that follow another one. */
export async function readAwardsPage(db: Reader, team_id: string, after: AwardPosition = NEWEST): Promise<AwardsPage> {
  const { awarded_at, received_at, award_id } = after
  const rows = await awardsAfter(db, { team_id, limit: PAGE + 1, awarded_at, received_at, award_id })
  return { awards: rows.slice(0, PAGE).map(showAward), more: rows.length > PAGE }
}
