import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { fileItself } from '#server/db/database-url'
import { readDatabaseLocation } from '#server/env'
import { Failure } from '#server/failure'
import { confirm } from '../common/confirm'
import { type ChangeFlags, onEvent } from '../common/on-event'
import { type Output, plural } from '../common/output'
import { progressTo } from '../common/progress'
import { recordCommand } from '../common/record-command'
import { sumText, writeBackup } from './write-backup'

/** `backup FILE` */
export async function backup(path: string, flags: ChangeFlags, output: Output): Promise<void> {
  const [location, file] = [readDatabaseLocation(process.env), fileItself(path)]
  if (location.engine === 'sqlite' && file === location.file) {
    throw new Failure(`${file} is the database itself; name another file.`)
  }
  await onEvent(
    output,
    flags,
    async (db, by, print) => {
      if (existsSync(file)) await confirm(`${file} exists. Replace it?`, { ...flags, output })
      const onProgress = progressTo(output, (rows) => `${rows} rows copied`)
      const made = await writeBackup(db, file, Date.now(), onProgress)
      print(made, `${file}\n${plural(made.rows, 'row')}: ${sumText(made)}; opened again and compared.\n`)
      try {
        await recordCommand(db, by, { what: 'backup', about: basename(file) })
      } catch (reason) {
        // The backup is good all the same, and a full disk is when it is needed most.
        output.note(
          `Warning: the audit trail has no entry of it: ${reason instanceof Error ? reason.message : String(reason)}.\n`,
        )
      }
    },
    'long command',
  )
}
