import type { Reader, Writer } from '../database'
import { jsonTexts } from '../json-rows'
import type { Tables } from '../tables'

export async function countRows(db: Reader | Writer, table: keyof Tables): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

/** How many entries each of these teams has in the ledger, or every team has; read from an index. */
export async function countEntries(db: Reader, teamIds: readonly string[] | null): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('awards')
    .$if(teamIds !== null, (query) => query.where('team_id', 'in', jsonTexts(db, JSON.stringify(teamIds))))
    .groupBy('team_id')
    .select((eb) => ['team_id', eb.fn.countAll<number>().as('entries')])
    .execute()
  return new Map(rows.map(({ team_id, entries }) => [team_id, entries]))
}
