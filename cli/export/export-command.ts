import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Argument, type Command } from 'commander'
import type { TableName } from '#contract/organiser-entities'
import type { Table } from '#rules/csv'
import type { Reader } from '#server/db/database'
import { isTime, TABLES } from '#server/exports'
import { Failure } from '#server/failure'
import { readPersonData } from '#server/person-data'
import { exactLocalTime } from '#server/time'
import { type Asking, type ChangeFlags, confirm, type Output, onEvent, plural, recordCommand } from '../common/command'
import { findPerson } from '../common/find-person'
import { parseSeparator, SEPARATOR, tableFile } from '../files/csv'
import { stagePrivateFile } from '../files/files'

export interface ExportFlags extends ChangeFlags {
  readonly out: string
}

/** Writes a file that is complete or not there. Names and numbers are for the organiser alone. */
export async function writeWhole(file: string, content: string | Buffer, asking: Asking): Promise<void> {
  if (existsSync(file)) await confirm(`${file} exists. Replace it?`, asking)
  const staged = await stagePrivateFile(file, content)
  await staged.publish()
}

const PAGE = 2_000

/** A whole table, oldest entries first, with times of the event's zone. */
export async function readTable(db: Reader, name: TableName): Promise<Table> {
  const { columns, read } = TABLES[name]
  const rows: Awaited<ReturnType<typeof read>>['rows'][number][] = []
  for (let more = true; more; ) {
    const page = await read(db, rows.at(-1)?.id, PAGE)
    rows.push(...page.rows)
    more = page.more
  }
  const isByPlace = name === 'teams' || name === 'ranking'
  return [
    columns,
    ...(isByPlace ? rows : rows.toReversed()).map((row) =>
      columns.map((column) => {
        const value = row[column] ?? null
        return isTime(column) && typeof value === 'number' ? exactLocalTime(value) : value
      }),
    ),
  ]
}

type Flags = ExportFlags & { readonly separator: string }

async function exportTable(name: TableName, flags: Flags, output: Output): Promise<void> {
  const separator = parseSeparator(flags.separator)
  const file = resolve(flags.out)
  await onEvent(output, flags, async (db, by, print) => {
    const table = await readTable(db.read, name)
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

function isTable(what: string): what is TableName {
  return Object.hasOwn(TABLES, what)
}

export function registerExport(program: Command, output: Output): void {
  program
    .command('export')
    .description('write a table for a spreadsheet, or everything kept about one person as JSON')
    .addArgument(new Argument('<what>', 'the table, or person').choices([...Object.keys(TABLES), 'person']))
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
