export type CsvCell = string | number | null | undefined

/** The first row names the columns. */
export type CsvTable = readonly (readonly CsvCell[])[]

/** Without this mark Excel misreads a UTF-8 CSV as another encoding. */
export const BOM = '\uFEFF'

/**
 * Matches each place where a formula could begin: at the start of a cell, and after each ; or ,
 * because a spreadsheet may split there even within quotes. A Croatian Excel, for example, splits
 * `x;=cmd|…` into two cells. In East Asian editions, a formula may begin with a full-width sign. A
 * place with typed apostrophes matches too, so that reading removes only the added apostrophe.
 */
const FORMULA = /(?<=^|[;,])(?='*["\s]*[=+\-@＝＋－＠])/g
const MADE_TEXT = /(?<=^|[;,])'(?='*["\s]*[=+\-@＝＋－＠])/g
const TELEPHONE = /^(?:tel:)*\+\d+$/
const LINE_BREAKS = /[\p{Cc}\u2028\u2029]+/gu

/**
 * Makes a cell that no spreadsheet runs. An apostrophe turns a would-be formula into text. A
 * telephone number would lose its + or show the apostrophe, so it is written as a `tel:` address
 * (RFC 3966). Tabs and line breaks, which could start another cell, become spaces.
 */
function harmlessCell(value: CsvCell): string {
  if (typeof value !== 'string') return String(value ?? '')
  return TELEPHONE.test(value)
    ? `tel:${value}`
    : value.replace(LINE_BREAKS, ' ').replace(FORMULA, "'")
}

/** Undoes `harmlessCell`, except for the spaces instead of line breaks. */
export function plainCell(cell: string): string {
  return cell.replace(/^tel:(?=(?:tel:)*\+\d+$)/, '').replace(MADE_TEXT, '')
}

/**
 * Formats a table as CSV (RFC 4180 but for the separator): CRLF, quotes only if a value needs
 * them.
 */
export function csvText(table: CsvTable, separator: ';' | ','): string {
  const quoted = (cell: string) =>
    cell.includes('"') || cell.includes(separator) ? `"${cell.replaceAll('"', '""')}"` : cell
  return table
    .map((row) => `${row.map((cell) => quoted(harmlessCell(cell))).join(separator)}\r\n`)
    .join('')
}
