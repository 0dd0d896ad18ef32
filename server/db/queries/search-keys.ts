import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { uniqueTeamName } from '#rules/team-name'
import type { Database, Reader } from '../database'
import { jsonRows } from '../json-rows'

/** People whose keys are made at once. SQLite runs in this process: all of them at once would hold up every other call. */
const AT_ONCE = 500

/** The names that keys are made from, as one text. */
const SOURCE = sql<string>`(users.first_name || '|' || users.last_name || '|' || users.nickname || '|' || users.email)`

async function readOutdated(db: Reader) {
  return await db
    .selectFrom('users')
    .where(({ eb, or }) => or([eb('search_source', 'is', null), eb('search_source', '<>', SOURCE)]))
    .limit(AT_ONCE)
    .select(['user_id', 'first_name', 'last_name', 'nickname', 'email', SOURCE.as('source')])
    .execute()
}
type Outdated = Awaited<ReturnType<typeof readOutdated>>[number]

/** Each key stands in a line of its own, so that a search can ask for whole ones and for beginnings. */
function keysOf({ user_id, first_name, last_name, nickname, email }: Outdated): string {
  const texts = [user_id, nickname, `${first_name} ${last_name}`, `${last_name} ${first_name}`, email]
  return `\n${texts.map(uniqueTeamName).join('\n')}\n`
}

/**
 * Makes the keys of everybody whose names have changed since, whoever changed them: nothing that writes a name has to remember it.
 * A name that changes meanwhile is found at the next search.
 */
export async function refreshSearchKeys(db: Database): Promise<void> {
  for (;;) {
    const outdated = await readOutdated(db.read)
    if (outdated.length === 0) return
    const keys = outdated.map((person) => ({
      user_id: person.user_id,
      search_source: person.source,
      search_keys: keysOf(person),
    }))
    await db.write({ on: 'records' }, async (writer) => {
      await writer
        .updateTable('users')
        .from(jsonRows(writer, JSON.stringify(keys), COLUMNS).as('made'))
        .whereRef('users.user_id', '=', 'made.user_id')
        .set((eb) => ({ search_source: eb.ref('made.search_source'), search_keys: eb.ref('made.search_keys') }))
        .execute()
    })
    await nextTurn()
  }
}

const COLUMNS = { user_id: 'text', search_source: 'text', search_keys: 'text' } as const
