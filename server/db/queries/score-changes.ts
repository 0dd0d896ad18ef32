import { setTimeout as sleep } from 'node:timers/promises'
import type { ScoreChange } from '#rules/climb'
import type { Reader } from '../database'
import { scoringEntries } from '../ledger'
import { statement } from '../statement'

/** Entries of one query: a few milliseconds, in which SQLite answers nobody else. */
const PAGE = 500
/** The rest after a page, as a multiple of the time that reading and processing it took: a tenth of the thread goes into it. */
const REST = 9
/** Not yet within this time (ms), when the first answer after a start may wait for it. */
const HURRY_MS = 100

const changesAfter = statement<{ made_at: number; award_id: string; until: number; limit: number }>()(
  (db, { made_at, award_id, until, limit }) =>
    scoringEntries(db)
      .where('awards.received_at', '<', until)
      // Repeats the condition below for the index.
      .where('awards.awarded_at', '>=', made_at)
      .where((eb) => eb.or([eb('awards.awarded_at', '>', made_at), eb('awards.award_id', '>', award_id)]))
      .orderBy('awards.awarded_at')
      .orderBy('awards.award_id')
      .limit(limit)
      .select(['awards.award_id', 'awards.team_id', 'awards.points', 'awards.awarded_at'])
      .compile(),
)

/** What changed the scores of all teams, in the order in which it was made, in pages. Only what was received before `until` (ms). */
export async function* readScoreChanges(db: Reader, until: number): AsyncGenerator<ScoreChange[]> {
  let last = { award_id: '', awarded_at: 0 }
  const started = performance.now()
  for (;;) {
    const began = performance.now()
    const { award_id, awarded_at: made_at } = last
    const rows = await changesAfter(db, { made_at, award_id, until, limit: PAGE })
    yield rows.map(({ team_id, points, awarded_at }) => ({ teamId: team_id, points, madeAt: awarded_at }))
    const end = rows.at(-1)
    if (end === undefined || rows.length < PAGE) return
    last = end
    const now = performance.now()
    await sleep(now - started < HURRY_MS ? 0 : REST * (now - began))
  }
}
