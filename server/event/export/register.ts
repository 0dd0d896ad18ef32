import { resolve } from 'node:path'
import { Argument, type Command } from 'commander'
import type { DatabaseLocation } from '../../db/open'
import { readDatabaseLocation } from '../../env'
import { Failure } from '../../failure'
import { byCommandLine, JSON_FLAG, REASON } from '../command-line'
import { csvText } from '../csv'
import { type Output, plural, printResult } from '../output'
import { recordCommand } from '../record-command'
import { withDatabase } from '../with-database'
import { exportPerson } from './export-person'
import { BOM, harmlessCell } from './sheet-cell'
import { EXPORTS, type ExportName } from './tables'
import { type ExportOptions, writeWhole } from './write-whole'

/** `export NAME --out FILE.csv` */
export async function exportTable(location: DatabaseLocation, name: ExportName, options: ExportOptions): Promise<void> {
  const by = byCommandLine(options.reason)
  const file = resolve(options.out)
  await withDatabase(location, async (db) => {
    const table = await EXPORTS[name](db.read)
    await writeWhole(file, BOM + csvText(table.map((row) => row.map(harmlessCell))), options)
    await recordCommand(db, by, { what: 'export', about: name })
    const rows = table.length - 1
    printResult(options.output, options.json, { file, rows }, `${file}: ${plural(rows, 'row')}\n`)
  })
}

function isTable(what: string): what is ExportName {
  return Object.hasOwn(EXPORTS, what)
}

async function exportCommand(what: string, who: string | undefined, options: ExportOptions): Promise<void> {
  const database = readDatabaseLocation(process.env)
  if (isTable(what)) {
    if (who !== undefined) throw new Failure(`export ${what} takes no "${who}"; one person is "export person ${who}".`)
    return await exportTable(database, what, options)
  }
  if (who === undefined) throw new Failure('export person takes a number, e-mail, nickname, name or id.')
  return await exportPerson(database, who, options)
}

export function registerExport(program: Command, output: Output): void {
  program
    .command('export')
    .description('write a table as CSV for a spreadsheet, or everything kept about one person as JSON')
    .addArgument(new Argument('<what>', 'the table, or person').choices([...Object.keys(EXPORTS), 'person']))
    .argument('[who]', 'with person: number, e-mail, nickname, name or id; where several fit, all are shown')
    .requiredOption('--out <FILE>', 'the file to write')
    .option('--yes', 'replace the file where it exists, without asking', false)
    .option(...JSON_FLAG)
    .option(...REASON)
    .addHelpText(
      'after',
      `
UTF-8 with a byte order mark, RFC 4180, times with the zone of this computer. A cell that a spreadsheet would run as a formula
(= + - @ or a tab in front) begins with an apostrophe: mobile numbers do.
  npm run event -- export awards --out awards.csv
  npm run event -- export person +385911234567 --out iva.json`,
    )
    .action((what: string, who: string | undefined, flags: Omit<ExportOptions, 'output'>) =>
      exportCommand(what, who, { ...flags, output }),
    )
}
