import { resolve } from 'node:path'
import type { DatabaseLocation } from '../../db/open'
import { recordAudit } from '../../db/queries/audit'
import { byCommandLine } from '../command-line'
import { findPerson } from '../find-person'
import { printResult } from '../output'
import { withDatabase } from '../with-database'
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
    await db.write({ on: 'messages' }, async (writer, tell) => {
      tell({ of: [] })
      await recordAudit(writer, Date.now(), { what: 'export', user_id: by.userId, reason: by.reason, person_id: person.user_id })
    })
    printResult(
      options.output,
      options.json,
      { file, user_id: person.user_id },
      `${file}: everything kept about ${person.nickname}\n`,
    )
  })
}
