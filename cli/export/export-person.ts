import { resolve } from 'node:path'
import type { DatabaseLocation } from '#server/db/open'
import { byCommandLine } from '../common/command-line'
import { findPerson } from '../common/find-person'
import { printResult } from '../common/output'
import { recordCommand } from '../common/record-command'
import { withDatabase } from '../common/with-database'
import { readPersonData } from './person'
import { type ExportOptions, writeWhole } from './write-whole'

/** `export person ID --out FILE.json` */
export async function exportPerson(location: DatabaseLocation, who: string, options: ExportOptions): Promise<void> {
  const by = byCommandLine(options.reason)
  const file = resolve(options.out)
  await withDatabase(location, async (db) => {
    const person = await findPerson(db.read, who)
    const data = await readPersonData(db.read, person)
    await writeWhole(file, `${JSON.stringify(data, null, 2)}\n`, options)
    await recordCommand(db, by, { what: 'export', person_id: person.user_id })
    printResult(
      options.output,
      options.json,
      { file, user_id: person.user_id },
      `${file}: everything kept about ${person.nickname}\n`,
    )
  })
}
