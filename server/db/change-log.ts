import { sql } from 'kysely'
import type pg from 'pg'
import * as v from 'valibot'
import { type Change, concernSchema } from './changes'
import { statement } from './statement'

/** Rows that all transactions have been able to see for this long (ms) are deleted. */
const KEPT_MS = 60_000
/** A reader that paused for longer (ms) may have missed rows. */
const MOST_BETWEEN_READS_MS = KEPT_MS / 2

const concerns = v.optional(v.array(concernSchema))
const changeSchema = v.variant('on', [
  v.object({ on: v.picklist(['accounts', 'roster', 'messages', 'anything']), concerns }),
  v.object({ on: v.literal('ledger'), teamIds: v.array(v.string()), concerns }),
])

/** What a server of another version wrote may be about anything. */
export function parseChange(text: string): Change {
  try {
    return v.parse(changeSchema, JSON.parse(text))
  } catch {
    return { on: 'anything' }
  }
}

/** Adds to the log what the transaction changes; others read it exactly if the transaction commits. */
export const logChange = statement<{ madeBy: string; change: string }>()((db, { madeBy, change }) =>
  sql`insert into changes_made (made_by, change) values (${madeBy}, ${change})`.compile(db),
)

/**
 * The changes that a snapshot did not see yet. Not those after the last row read: a transaction with an earlier id may commit
 * after one with a later id.
 */
const READ = {
  name: 'read_changes',
  text: `
    select pg_current_snapshot()::text as snapshot, (extract(epoch from statement_timestamp()) * 1000)::float8 as at, array(
      select change from changes_made
      where made_by <> $2
        and (xid >= pg_snapshot_xmax($1::pg_snapshot) or xid = any(array(select pg_snapshot_xip($1::pg_snapshot))))
    ) as changes`,
}

interface LogPage {
  readonly snapshot: string
  /** The database's clock (ms). */
  readonly at: number
  readonly changes: readonly string[]
}

export type LogReader = ReturnType<typeof createLogReader>

/** Reads the log from its opening on, each change once. */
export function createLogReader(client: pg.Client) {
  let read: Pick<LogPage, 'snapshot' | 'at'> | null = null
  let deletable: { readonly xmin: string; readonly notedAt: number } | null = null

  return {
    /** What others than `self` have committed since the last reading. Anything, if that cannot be known. */
    async next(self: string): Promise<readonly Change[]> {
      const { rows } = await client.query<LogPage>({ ...READ, values: [read?.snapshot ?? null, self] })
      const [page] = rows
      if (page === undefined) throw new Error('a select without a table has one row')
      const isGapless = read !== null && page.at - read.at < MOST_BETWEEN_READS_MS
      read = page
      return isGapless ? page.changes.map(parseChange) : [{ on: 'anything' }]
    },

    /** Deletes rows that every reader has seen, now and then. */
    async deleteOld(): Promise<void> {
      if (read === null) return
      const { snapshot, at } = read
      if (deletable !== null && at - deletable.notedAt < KEPT_MS) return
      const before = deletable
      // Older transactions have ended, so their rows can be seen from now on.
      deletable = { xmin: snapshot.slice(0, snapshot.indexOf(':')), notedAt: at }
      if (before !== null) await client.query('delete from changes_made where xid < $1::xid8', [before.xmin])
    },
  }
}
