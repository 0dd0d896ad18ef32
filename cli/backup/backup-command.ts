import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import type { DatabaseLocation } from '#server/db/open'
import { Failure } from '#server/failure'
import { byCommandLine } from '../common/command-line'
import { type ChangeOptions, confirm } from '../common/confirm'
import { plural, printResult } from '../common/output'
import { progressTo } from '../common/progress'
import { recordCommand } from '../common/record-command'
import { withDatabase } from '../common/with-database'
import { sumText, writeBackup } from './write-backup'

/** `backup FILE` */
export async function backup(location: DatabaseLocation, path: string, options: ChangeOptions): Promise<void> {
  const { output, json } = options
  const by = byCommandLine(options.reason)
  const file = resolve(path)
  if (location.engine === 'sqlite' && file === resolve(location.file)) {
    throw new Failure(`${file} is the database itself; name another file.`)
  }
  if (existsSync(file)) await confirm(`${file} exists. Replace it?`, options)
  await withDatabase(location, async (db) => {
    const onProgress = progressTo(output, (rows) => `${rows} rows copied`)
    const made = await writeBackup(db, file, Date.now(), onProgress)
    printResult(output, json, made, `${file}\n${plural(made.rows, 'row')}: ${sumText(made)}; opened again and compared.\n`)
    try {
      await recordCommand(db, by, { what: 'backup', about: basename(file) })
    } catch (reason) {
      // The backup is good all the same, and a full disk is when it is needed most.
      output.note(`Warning: the audit trail has no entry of it: ${reason instanceof Error ? reason.message : String(reason)}.\n`)
    }
  })
}
