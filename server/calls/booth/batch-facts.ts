import { type AwardRefusalCode, REFUSED_FOR_GOOD } from '#contract/codes'
import type { Award } from '#contract/entities'
import type { CoolingAward } from '#rules/cooldown'
import { HIDDEN_TEAM } from '#texts/nouns'
import type { Writer } from '../../db/database'
import {
  findAwards,
  findCoolingAwards,
  findOffers,
  findStandingTeams,
  type Offer,
  ownIdOf,
  type Scope,
} from '../../db/queries/awards'
import { findRefusals, type RefusalRow } from '../../db/queries/refusals'
import { type CurrentSettings, readSettings } from '../../db/queries/settings'
import { settleAll } from '../../db/statement'
import type { SentAward } from './sent-award'

export interface RecordedAward {
  readonly award: Award
  readonly userId: string | null
}

/** The data that a batch of awards is judged by. Updated after each verdict, because awards are judged in order. */
export interface BatchFacts {
  readonly event: CurrentSettings
  /** Recorded awards by id, also by the id that stands for one that was taken (`ownIdOf`). */
  readonly recorded: Map<string, RecordedAward>
  /** Codes of earlier refusals, or that it came late, by `contentKey`. */
  readonly refused: Map<string, AwardRefusalCode>
  /** Who signed an award that came late, by its id: it is nobody else's (rule 17). */
  readonly signedLate: Map<string, string>
  /** Names of teams that are not disbanded, as the booth sees them. */
  readonly teams: ReadonlyMap<string, string>
  /** What booths offer, by booth and point type. */
  readonly offers: ReadonlyMap<string, Offer>
  /** Recorded, unvoided awards that are close enough to matter, by `scopeKey`. */
  readonly cooling: Map<string, CoolingAward[]>
}

// Ids contain no control characters (`contract/fields.ts`), so joined parts are unambiguous.
const key = (...parts: readonly string[]) => parts.join('\n')

/** Identifies an award by its content, without the time made. */
export function contentKey(award: Pick<RefusalRow, 'award_id' | 'user_id' | 'vendor_id' | 'team_id' | 'point_type'>): string {
  return key(award.award_id, award.user_id, award.vendor_id ?? '', award.team_id, award.point_type)
}

export function scopeKey({ vendor_id, team_id, point_type }: Scope): string {
  return key(vendor_id, team_id, point_type)
}

export function offerOf({ offers }: Pick<BatchFacts, 'offers'>, { vendorId, pointType }: SentAward): Offer | undefined {
  return vendorId === null ? undefined : offers.get(key(vendorId, pointType))
}

const unique = (ids: readonly (string | null)[]) => [...new Set(ids)].filter((id) => id !== null)

/** The time ranges in which a recorded award could forbid one of these. */
function spansOf(sent: readonly SentAward[], facts: Pick<BatchFacts, 'offers' | 'recorded'>) {
  return sent.flatMap((one) => {
    const pauseMs = (offerOf(facts, one)?.cooldown_seconds ?? 0) * 1000
    const isKnown = facts.recorded.has(one.awardId) && one.isSigned !== true
    if (pauseMs === 0 || one.vendorId === null || isKnown) return []
    const scope = { vendor_id: one.vendorId, team_id: one.teamId, point_type: one.pointType }
    return [{ ...scope, earliest: one.madeAt - pauseMs, latest: one.madeAt + pauseMs }]
  })
}

/** Loads everything that a batch needs, in a fixed number of statements. */
export async function readBatchFacts(db: Writer, sent: readonly SentAward[]): Promise<BatchFacts> {
  const awardIds = unique(sent.map((one) => one.awardId))
  const [awards, refusals, teams, offerRows, event] = await settleAll([
    findAwards(db, awardIds),
    findRefusals(db, awardIds),
    findStandingTeams(db, unique(sent.map((one) => one.teamId))),
    findOffers(db, unique(sent.map((one) => one.vendorId))),
    readSettings(db),
  ])
  const recorded = new Map(awards.map((one) => [one.award.award_id, one]))
  const isTaken = ({ awardId, caller }: SentAward) => recorded.has(awardId) && recorded.get(awardId)?.userId !== caller.userId
  const ownIds = sent.filter(isTaken).map(({ awardId, caller }) => ownIdOf(caller.userId, awardId))
  if (ownIds.length > 0) for (const one of await findAwards(db, ownIds)) recorded.set(one.award.award_id, one)
  const offers = new Map(offerRows.map((offer) => [key(offer.vendor_id, offer.point_type), offer]))

  const refused = new Map<string, AwardRefusalCode>()
  for (const row of refusals) {
    const code = REFUSED_FOR_GOOD.find((one) => one === row.code)
    if (code !== undefined && !refused.has(contentKey(row))) refused.set(contentKey(row), code)
  }
  const signedLate = new Map(refusals.filter(({ signed }) => signed === 1).map((row) => [row.award_id, row.user_id]))
  const cooling = new Map<string, CoolingAward[]>()
  for (const { vendor_id, awarded_at, ...row } of await findCoolingAwards(db, spansOf(sent, { offers, recorded }))) {
    if (vendor_id === null) continue
    const scope = scopeKey({ vendor_id, ...row })
    cooling.set(scope, [...(cooling.get(scope) ?? []), { madeAt: awarded_at }])
  }
  return {
    event,
    recorded,
    refused,
    signedLate,
    teams: new Map(teams.map((team) => [team.team_id, team.hidden_at === null ? team.team_name : HIDDEN_TEAM])),
    offers,
    cooling,
  }
}
