import { resolve } from 'node:path'
import { Argument, type Command } from 'commander'
import { Failure } from '#server/failure'
import { findPerson } from '../common/find-person'
import { onEvent } from '../common/on-event'
import { type Output, plural } from '../common/output'
import { recordCommand } from '../common/record-command'
import { parseSeparator, SEPARATOR, tableFile } from '../files/table-file'
import { readPersonData } from './person'
import { EXPORTS, type ExportName } from './tables'
import { type ExportFlags, writeWhole } from './write-whole'

type Flags = ExportFlags & { readonly separator: string }

async function exportTable(name: ExportName, flags: Flags, output: Output): Promise<void> {
  const separator = parseSeparator(flags.separator)
  const file = resolve(flags.out)
  await onEvent(output, flags, async (db, by, print) => {
    const table = await EXPORTS[name](db.read)
    await writeWhole(file, await tableFile(file, table, separator), { ...flags, output })
    await recordCommand(db, by, { what: 'export', about: name })
    const rows = table.length - 1
    print({ file, rows }, `${file}: ${plural(rows, 'row')}\n`)
  })
}

async function exportPerson(who: string, flags: Flags, output: Output): Promise<void> {
  const file = resolve(flags.out)
  await onEvent(output, flags, async (db, by, print) => {
    const person = await findPerson(db.read, who)
    const data = await readPersonData(db.read, person)
    await writeWhole(file, `${JSON.stringify(data, null, 2)}\n`, { ...flags, output })
    await recordCommand(db, by, { what: 'export', person_id: person.user_id })
    print({ file, user_id: person.user_id }, `${file}: everything kept about ${person.nickname}\n`)
  })
}

function isTable(what: string): what is ExportName {
  return Object.hasOwn(EXPORTS, what)
}

export function registerExport(program: Command, output: Output): void {
  program
    .command('export')
    .description('write a table for a spreadsheet, or everything kept about one person as JSON')
    .addArgument(new Argument('<what>', 'the table, or person').choices([...Object.keys(EXPORTS), 'person']))
    .argument('[who]', 'with person: number, e-mail, nickname, name or id; where several fit, all are shown')
    .requiredOption('--out <FILE>', 'FILE.xlsx or FILE.csv for a table, FILE.json for a person')
    .option(...SEPARATOR)
    .option('--yes', 'replace the file where it exists, without asking', false)
    .addHelpText(
      'after',
      `
Times are those of the event's time zone. CSV is UTF-8 with a byte order mark; what a spreadsheet would run as a formula (= + - @ or
a tab at the beginning, or after a separator) begins with an apostrophe, and mobile numbers begin with tel:. In .xlsx texts are texts.
  npm run event -- export awards --out awards.xlsx
  npm run event -- export teams --out teams.csv --separator ,
  npm run event -- export person +385911234567 --out iva.json`,
    )
    .action((what: string, who: string | undefined, flags: Flags) => {
      if (isTable(what)) {
        if (who !== undefined) throw new Failure(`export ${what} takes no "${who}"; one person is "export person ${who}".`)
        return exportTable(what, flags, output)
      }
      if (who === undefined) throw new Failure('export person takes a number, e-mail, nickname, name or id.')
      return exportPerson(who, flags, output)
    })
}
