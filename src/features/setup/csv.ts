export type CsvCell = string | number | null

/** The first row names the columns. */
export type CsvTable = readonly (readonly CsvCell[])[]

/** Without it Excel takes a CSV in UTF-8 for another encoding. */
export const BOM = '\uFEFF'

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
function harmlessCell(value: CsvCell): string {
  if (value === null || typeof value === 'number') return String(value ?? '')
  return /^\+\d+$/.test(value)
    ? `tel:${value}`
    : value.replace(LINE_BREAKS, ' ').replace(FORMULA, "'")
}

/** The text of a cell as it was before `harmlessCell`. */
export function plainCell(cell: string): string {
  return cell.replace(/^tel:(?=\+)/, '').replace(MADE_TEXT, '')
}

/** Formats a table as CSV (RFC 4180 but for the separator): CRLF, quotes only where a value needs them. */
export function csvText(table: CsvTable, separator: ';' | ','): string {
  const quoted = (cell: string) =>
    cell.includes('"') || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell
  return table
    .map((row) => `${row.map((cell) => quoted(harmlessCell(cell))).join(separator)}\r\n`)
    .join('')
}
