import { extname } from 'node:path'
import { CsvError, parse } from 'csv-parse/sync'
import writeExcelFile from 'write-excel-file/node'
import { BOM, csvText, plainCell, type Table } from '#rules/csv'
import { Failure } from '#server/failure'

export const SEPARATORS = [';', ','] as const
export type Separator = (typeof SEPARATORS)[number]

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
 */
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
  const columns = (heading?.record ?? []).map((typed) => typed.toLowerCase())
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
