import { extname } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import { stringify } from 'csv-stringify/sync'
import writeExcelFile from 'write-excel-file/node'
import { Failure } from '#server/failure'

export type Cell = string | number | null

/** The first row names the columns. */
export type Table = readonly (readonly Cell[])[]

export const SEPARATORS = [';', ','] as const
export type Separator = (typeof SEPARATORS)[number]

/**
 * Where a spreadsheet that splits at ; or at , and takes quotes for text would find a formula: `x;=cmd|…` is two cells in a
 * Croatian one. The wide signs are formulas in East Asian editions.
 */
const FORMULA = /(?<=^|[;,])(?=["\s]*[=+\-@＝＋－＠])/g
const MADE_TEXT = /(?<=^|[;,])'(?=["\s]*[=+\-@＝＋－＠])/g
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu

/**
 * A cell that no spreadsheet runs: an apostrophe makes text of what would be a formula, and a telephone number, which would lose
 * its + or show the apostrophe, is written as its address (RFC 3966). Tabs and line breaks, where another cell could begin,
 * become spaces.
 */
function harmlessCell(value: Cell): string {
  if (value === null || typeof value === 'number') return String(value ?? '')
  return /^\+\d+$/.test(value) ? `tel:${value}` : value.replace(LINE_BREAKS, ' ').replace(FORMULA, "'")
}

/** The text of a cell as it was before `harmlessCell`. */
export function plainCell(cell: string): string {
  return cell.replace(/^tel:(?=\+)/, '').replace(MADE_TEXT, '')
}

/** Formats a table as CSV (RFC 4180 but for the separator): CRLF, quotes only where a value needs them. */
export function csvText(table: Table, separator: Separator): string {
  return stringify(
    table.map((row) => row.map(harmlessCell)),
    { delimiter: separator, record_delimiter: 'windows' },
  )
}

export interface CsvRow {
  /** Where it stands in the file; the first line is 1. */
  readonly line: number
  /** By column; trimmed, and without what keeps a spreadsheet from running a cell. */
  readonly cells: ReadonlyMap<string, string>
}

/** A spreadsheet in Croatian separates by semicolons. */
function delimiterOf(text: string): Separator {
  const [heading = ''] = text.split(/\r?\n/, 1)
  return heading.includes(';') && !heading.includes(',') ? ';' : ','
}

/**
 * Parses a table with a heading, separated by commas or semicolons. Throws `Failure`.
 * @param also other headings of columns, by their letters without case and marks
 */
export function parseCsvTable(
  text: string,
  path: string,
  needed: readonly string[],
  also: Readonly<Record<string, string>> = {},
): CsvRow[] {
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
  const columns = (heading?.record ?? []).map((typed) => {
    const column = typed.toLowerCase()
    return also[column.normalize('NFD').replace(/[^a-z]/g, '')] ?? column
  })
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

/** Without it Excel takes a CSV in UTF-8 for another encoding. */
const BOM = '\uFEFF'

export const SEPARATOR = ['--separator <;|,>', 'of a CSV: ; as Croatian spreadsheets expect, or , (RFC 4180)', ';'] as const

/** Throws `Failure`. */
export function parseSeparator(typed: string): Separator {
  const separator = SEPARATORS.find((known) => known === typed)
  if (separator === undefined) throw new Failure('--separator takes ; or , (in quotes: --separator ";").')
  return separator
}

export function isXlsx(file: string): boolean {
  return extname(file).toLowerCase() === '.xlsx'
}

/** The content of a table's file: a workbook, whose texts are never formulas, or by any other name CSV. */
export async function tableFile(file: string, table: Table, separator: Separator): Promise<string | Buffer> {
  if (!isXlsx(file)) return BOM + csvText(table, separator)
  const rows = table.map((row, index) =>
    row.map((value) => (index === 0 && value !== null ? { value, fontWeight: 'bold' as const } : value)),
  )
  return await writeExcelFile(rows, { stickyRowsCount: 1 }).toBuffer()
}
