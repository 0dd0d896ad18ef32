import type { DatabaseSync } from 'node:sqlite'
import { fitOf } from '#server/db/migrate'
import type { LedgerSum } from '#server/db/queries/ledger-id'
import { openSqliteFile } from '#server/db/sqlite-file'
import { sqliteCode } from '#server/db/unavailable'
import { Failure } from '#server/failure'
import { digestOf, readSeal, type Seal } from './seal'

const SUM = `select
  (select count(*) from awards) as entries,
  (select count(*) from voids) as voided,
  (select coalesce(sum(points), 0) from awards where award_id not in (select award_id from voids)) as points`

export interface CheckedFile {
  /** Null for a plain copy of a database. */
  readonly seal: Seal | null
  readonly sum: LedgerSum
}

function assertOurs(connection: DatabaseSync, file: string): void {
  const table = connection.prepare("select 1 from sqlite_schema where type = 'table' and name = ?")
  if (table.get('kysely_migration') === undefined || table.get('awards') === undefined) {
    throw new Failure(`${file} holds no event of this game.`)
  }
  const fit = fitOf(
    connection
      .prepare('select name from kysely_migration')
      .all()
      .map(({ name }) => String(name)),
  )
  if (fit === 'too new') throw new Failure(`${file} comes from a newer version of the game; restore it with that version.`)
  if (fit === 'too old') throw new Failure(`${file} comes from a version that is too old to be taken over.`)
}

function assertWhole(connection: DatabaseSync, file: string): void {
  const found = connection.prepare('pragma integrity_check(1)').get()?.integrity_check
  if (found !== 'ok') throw new Failure(`${file} is damaged: ${String(found)}.`)
  const orphan = connection.prepare('pragma foreign_key_check').get()
  if (orphan !== undefined)
    throw new Failure(`${file} is damaged: a row of ${String(orphan.table)} refers to one that is missing.`)
}

/** Opens a backup or a database file and checks everything that can be checked. Throws `Failure`. */
export function checkFile(file: string): CheckedFile {
  let connection: DatabaseSync | null = null
  try {
    connection = openSqliteFile(file, { readOnly: true })
    assertOurs(connection, file)
    assertWhole(connection, file)
    const seal = readSeal(connection)
    if (seal !== null && seal.digest !== digestOf(connection)) {
      throw new Failure(
        `${file} is not what it was when the backup was made: a server ran on it, or it was damaged. Take another backup, or carry it over as a database of its own with "move".`,
      )
    }
    const sum = connection.prepare(SUM).get()
    return { seal, sum: { entries: Number(sum?.entries), voided: Number(sum?.voided), points: Number(sum?.points) } }
  } catch (reason) {
    if (!(reason instanceof Error) || sqliteCode(reason) === null) throw reason
    throw new Failure(`${file} cannot be read as a backup: ${reason.message}.`)
  } finally {
    connection?.close()
  }
}
