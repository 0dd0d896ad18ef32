import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Argument, type Command } from 'commander'
import type { DatabaseLocation } from '../../db/open'
import { readDatabaseLocation } from '../../env'
import { type Asking, confirm } from '../confirm'
import { csvText } from '../csv'
import { plural, printResult } from '../output'
import { stagePrivateFile } from '../private-file'
import { withDatabase } from '../with-database'
import { BOM, harmlessCell } from './sheet-cell'
import { EXPORTS, type ExportName } from './tables'

interface Options extends Asking {
  readonly out: string
  readonly json: boolean
}

/** `export NAME --out FILE.csv` */
export async function exportTable(location: DatabaseLocation, name: ExportName, options: Options): Promise<void> {
  const file = resolve(options.out)
  if (existsSync(file)) await confirm(`${file} exists. Replace it?`, options)
  await withDatabase(location, async ({ read }) => {
    const table = await EXPORTS[name](read)
    // Complete or not there; names and numbers are for the organiser alone.
    const staged = await stagePrivateFile(file, BOM + csvText(table.map((row) => row.map(harmlessCell))))
    await staged.publish()
    const rows = table.length - 1
    printResult(options.output, options.json, { file, rows }, `${file}: ${plural(rows, 'row')}\n`)
  })
}

export function registerExport(program: Command, output: Asking['output']): void {
  program
    .command('export')
    .description('write a table as CSV for a spreadsheet')
    .addArgument(new Argument('<what>', 'the table').choices(Object.keys(EXPORTS)))
    .requiredOption('--out <FILE.csv>', 'the file to write')
    .option('--yes', 'replace the file where it exists, without asking', false)
    .option('--json', 'print the result as JSON', false)
    .addHelpText(
      'after',
      `
UTF-8 with a byte order mark, RFC 4180, times in UTC. A cell that a spreadsheet would run as a formula
(= + - @ or a tab in front) begins with an apostrophe: mobile numbers do.
  npm run event -- export awards --out awards.csv`,
    )
    .action((what: ExportName, flags: Omit<Options, 'output'>) =>
      exportTable(readDatabaseLocation(process.env), what, { ...flags, output }),
    )
}
