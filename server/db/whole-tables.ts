import { sql } from 'kysely'
import type { Keepable } from '#contract/organiser-entities'
import type { Reader, Writer } from './database'
import { deleteAccounts } from './queries/accounts'
import { removeRehearsals, restoreWindow } from './queries/rehearsal'
import { deleteSettings, endFreeze, writeSetting } from './queries/settings'
import { DEVICE_SALT } from './queries/voucher-signers'
import type { APPEND_ONLY } from './schema'
import { isPostgres } from './statement'
import { TABLE_NAMES } from './tables'

/**
 * Runs `work` without the triggers that keep these tables append-only, within the caller's
 * transaction. Serves to replace or empty the whole ledger (restore, reset) and the purge; never to
 * change an award.
 */
export async function withoutTriggers(
  db: Writer,
  work: () => Promise<void>,
  tables: readonly (keyof typeof APPEND_ONLY)[] = ['awards', 'voids', 'audit'],
): Promise<void> {
  if (isPostgres(db)) {
    for (const name of tables)
      await sql`alter table ${sql.table(name)} disable trigger user`.execute(db)
    await work()
    for (const name of tables)
      await sql`alter table ${sql.table(name)} enable trigger user`.execute(db)
    return
  }
  const { rows } = await sql<{
    name: string
    sql: string
  }>`select name, sql from sqlite_schema where type = 'trigger'`.execute(db)
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(db)
  await work()
  for (const trigger of rows) await sql.raw(trigger.sql).execute(db)
}

/** Deletes all rows of all tables. */
export async function emptyTables(db: Writer): Promise<void> {
  await withoutTriggers(db, async () => {
    for (const name of TABLE_NAMES.toReversed()) await db.deleteFrom(name).execute()
  })
}

/** Returns the first of these tables that has a row; null if all are empty. */
export async function findFilledTable(
  db: Reader | Writer,
  tables = TABLE_NAMES,
): Promise<string | null> {
  for (const name of tables) {
    const row = await db.selectFrom(name).select(sql`1`.as('one')).limit(1).executeTakeFirst()
    if (row !== undefined) return name
  }
  return null
}

/** Tables that playing fills, each before the tables that it refers to. */
const PLAYED = [
  'frozen_scores',
  'tag_touches',
  'tag_refusals',
  'confirmed_bonuses',
  'voids',
  'awards',
  'team_scores',
  'team_log',
  'invites',
  'memberships',
  'refusals',
  'late_entries',
  'refusals_beyond',
  'audit',
  'messages',
  'push_subscriptions',
  'booth_devices',
  'signing_devices',
] as const

/** Counts the rows of the tables that `deletePlayed` empties, and of tags, as a comparable text. */
export async function countPlayed(db: Reader | Writer): Promise<string> {
  const counts = [...PLAYED, 'tags' as const].map(
    (name) => sql`(select count(*) from ${sql.table(name)}) as ${sql.ref(name)}`,
  )
  const { rows } = await sql`select ${sql.join(counts)}`.execute(db)
  return JSON.stringify(rows)
}

/**
 * Deletes the ledger, the teams and everything that refers to them, rehearsed or real, and the
 * accounts that `keep` does not name. Keeps the records of SMS, because they cost money, and the
 * account `doneBy`. Returns how much was deleted.
 */
export async function deletePlayed(db: Writer, keep: ReadonlySet<Keepable>, doneBy: string | null) {
  const deleted = { awards: 0, teams: 0, accounts: 0 }
  await withoutTriggers(db, async () => {
    await endFreeze(db)
    await writeSetting(db, 'closed_at', null)
    await restoreWindow(db)
    // Devices register again, with new ids.
    await db.deleteFrom('server_keys').where('name', '=', DEVICE_SALT).execute()
    for (const table of PLAYED) {
      const { numDeletedRows } = await db.deleteFrom(table).executeTakeFirstOrThrow()
      if (table === 'awards') deleted.awards = Number(numDeletedRows)
    }
    await (keep.has('tags')
      ? db.updateTable('tags').set({ team_id: null })
      : db.deleteFrom('tags')
    ).execute()
    deleted.teams = Number((await db.deleteFrom('teams').executeTakeFirstOrThrow()).numDeletedRows)
    const rehearsed = await removeRehearsals(db)
    const real = await deleteAccounts(db, (eb) => {
      const isPlayer = eb.and([eb('vendor_id', 'is', null), eb('organiser_since', 'is', null)])
      const gone = [
        ...(keep.has('players') ? [] : [isPlayer]),
        ...(keep.has('staff') ? [] : [eb.not(isPlayer)]),
      ]
      return eb.and([eb.or(gone), eb('user_id', '<>', doneBy ?? '')])
    })
    deleted.accounts = rehearsed + real
    if (!keep.has('settings')) await deleteSettings(db)
  })
  return deleted
}
