import type { Award } from '#contract/entities'
import type { Writer } from '../database'
import { jsonRows, jsonTexts } from '../json-rows'
import { statement } from '../statement'
import { selectAwards, showAwardToBooth } from './awards'

const knownAwards = statement<{ ids: string }>()((db, { ids }) =>
  selectAwards(db).where('awards.award_id', 'in', jsonTexts(db, ids)).select('awards.user_id').compile(),
)

/** The awards recorded under these ids, with their givers. */
export async function findAwards(db: Writer, awardIds: readonly string[]): Promise<{ award: Award; userId: string | null }[]> {
  const rows = await knownAwards(db, { ids: JSON.stringify(awardIds) })
  return rows.map(({ user_id, ...row }) => ({ award: showAwardToBooth(row), userId: user_id }))
}

const standingTeams = statement<{ ids: string }>()((db, { ids }) =>
  db
    .selectFrom('teams')
    .where('team_id', 'in', jsonTexts(db, ids))
    .where('disbanded_at', 'is', null)
    .select(['team_id', 'team_name', 'hidden_at'])
    .compile(),
)

/** Those of the teams that are not disbanded. Hidden ones go on collecting points. */
export async function findStandingTeams(db: Writer, teamIds: readonly string[]) {
  return await standingTeams(db, { ids: JSON.stringify(teamIds) })
}

const boothOffers = statement<{ ids: string }>()((db, { ids }) =>
  db
    .selectFrom('vendor_point_types as offer')
    .innerJoin('point_types', 'point_types.point_type', 'offer.point_type')
    .innerJoin('vendors', 'vendors.vendor_id', 'offer.vendor_id')
    .where('offer.vendor_id', 'in', jsonTexts(db, ids))
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

/** The point types that these booths offer. */
export async function findOffers(db: Writer, vendorIds: readonly string[]) {
  return await boothOffers(db, { ids: JSON.stringify(vendorIds) })
}
export type Offer = Awaited<ReturnType<typeof findOffers>>[number]

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

const latestAwards = statement<{ scopes: string }>()((db, { scopes }) =>
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
  return scopes.length === 0 ? [] : await latestAwards(db, { scopes: JSON.stringify(scopes) })
}
