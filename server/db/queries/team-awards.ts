import { ADJUSTMENT_TYPE, type Award } from '#contract/entities'
import type { MedalEntry } from '#rules/medals'
import type { Reader } from '../database'
import { statement } from '../statement'
import type { AwardsTable } from '../tables'
import { selectAwards, showAward } from './awards'

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
