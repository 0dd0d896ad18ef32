import { extname } from 'node:path'
import writeExcelFile from 'write-excel-file/node'
import { Failure } from '#server/failure'
import { csvText, SEPARATORS, type Separator, type Table } from './csv'

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
