import { CsvError, parse } from 'csv-parse/sync'
import { Failure } from '../failure'

export interface CsvRow {
  /** Where it stands in the file; the first line is 1. */
  readonly line: number
  /** By column; trimmed, and without the apostrophe that keeps a spreadsheet from running a cell. */
  readonly cells: ReadonlyMap<string, string>
}

/** The cell as it was before `harmlessCell`. */
function plainCell(cell: string): string {
  return /^'[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell
}

/** A spreadsheet in Croatian separates by semicolons. */
function delimiterOf(text: string): ',' | ';' {
  const [heading = ''] = text.split(/\r?\n/, 1)
  return heading.includes(';') && !heading.includes(',') ? ';' : ','
}

/** Parses a table with a heading, separated by commas or semicolons. Throws `Failure`. */
export function parseCsvTable(text: string, path: string, needed: readonly string[]): CsvRow[] {
  const records: { readonly record: readonly string[]; readonly line: number }[] = []
  try {
    parse(text, {
      delimiter: delimiterOf(text),
      skip_empty_lines: true,
      trim: true,
      on_record(record, { lines }) {
        records.push({ record, line: lines })
        return record
      },
    })
  } catch (reason) {
    if (!(reason instanceof CsvError)) throw reason
    throw new Failure(`${path} is no CSV: ${reason.message}.`)
  }
  const [heading, ...rows] = records
  const columns = (heading?.record ?? []).map((column) => column.toLowerCase())
  const missing = needed.filter((column) => !columns.includes(column))
  if (missing.length > 0) {
    throw new Failure(
      `${path}, line 1: the heading lacks ${missing.join(', ')}; it names the columns, such as ${needed.join(',')}.`,
    )
  }
  return rows.map(({ record, line }) => ({
    line,
    cells: new Map(columns.map((column, index) => [column, plainCell(record[index] ?? '')])),
  }))
}
