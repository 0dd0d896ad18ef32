import type { ScoreChange } from '#rules/climb'
import type { Reader } from '../database'
import { statement } from '../statement'

/** Entries of one query: a few milliseconds, in which SQLite answers nobody else. */
const PAGE = 2_000

/** An entry's place in the order in which entries were made. */
export interface Place {
  readonly made_at: number
  readonly award_id: string
}

export const BEFORE_ALL: Place = { made_at: 0, award_id: '' }

const entriesAfter = statement<{ made_at: number; award_id: string; until: number; limit: number }>()(
  (db, { made_at, award_id, until, limit }) =>
    db
      .selectFrom('awards')
      .leftJoin('voids', 'voids.award_id', 'awards.award_id')
      .where('awards.points', '<>', 0)
      .where('awards.received_at', '<', until)
      // Repeats the condition below for the index.
      .where('awards.awarded_at', '>=', made_at)
      .where((eb) => eb.or([eb('awards.awarded_at', '>', made_at), eb('awards.award_id', '>', award_id)]))
      .orderBy('awards.awarded_at')
      .orderBy('awards.award_id')
      .limit(limit)
      .select(['awards.award_id', 'awards.team_id', 'awards.points', 'awards.awarded_at', 'voids.voided_at'])
      .compile(),
)

export interface LedgerEntry extends ScoreChange {
  readonly place: Place
  readonly voided: boolean
}

/** All teams' entries with points after a place, in the order made, in pages. Only what was received before `until` (ms). */
export async function* readEntriesAfter(db: Reader, start: Place, until: number): AsyncGenerator<LedgerEntry[]> {
  for (let place = start; ; ) {
    const rows = await entriesAfter(db, { ...place, until, limit: PAGE })
    const page = rows.map(({ award_id, team_id, points, awarded_at: made_at, voided_at }) => ({
      ...{ teamId: team_id, points, madeAt: made_at },
      ...{ place: { made_at, award_id }, voided: voided_at !== null },
    }))
    yield page
    const end = page.at(-1)
    if (end === undefined || rows.length < PAGE) return
    place = end.place
  }
}

const recordsUpTo = statement<{ teamId: string; made_at: number; award_id: string; until: number }>()(
  (db, { teamId, made_at, award_id, until }) =>
    db
      .selectFrom('awards')
      .leftJoin('voids', 'voids.award_id', 'awards.award_id')
      .where('awards.team_id', '=', teamId)
      .where('awards.points', '<>', 0)
      .where('awards.received_at', '<', until)
      .where('awards.awarded_at', '<=', made_at)
      .where((eb) => eb.or([eb('awards.awarded_at', '<', made_at), eb('awards.award_id', '<=', award_id)]))
      .select((eb) => eb(eb.fn.countAll<number>(), '+', eb.fn.count<number>('voids.award_id')).as('total'))
      .compile(),
)

/**
 * How many entries with points a team has up to a place, and voids of them, together. Neither is ever taken back, so what is
 * as many as before is the same as before.
 */
export async function countRecordsUpTo(db: Reader, teamId: string, place: Place, until: number): Promise<number> {
  const [row] = await recordsUpTo(db, { teamId, ...place, until })
  return row?.total ?? 0
}
