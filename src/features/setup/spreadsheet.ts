import { parse } from 'csv-parse/browser/esm/sync'
import { unzipSync, zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import { plainCell } from '#rules/csv'
import { beginningOf, isBounded } from '#rules/text'
import { importTexts } from '#texts/import'
import { isKnownHeading } from './columns'

// Reads the spreadsheets that people have. Loaded only where one is opened: read-excel-file and csv-parse are 27 kB.

export interface SpreadsheetRow {
  /** Its number in the file; the first row is 1. */
  readonly row: number
  readonly cells: readonly string[]
}

export interface Spreadsheet {
  /** A column without a name has its letter. */
  readonly headings: readonly string[]
  /** Without empty ones. */
  readonly rows: readonly SpreadsheetRow[]
}

/** A file that cannot be imported. The message says why, in Croatian. */
export class UnreadableFile extends Error {
  override readonly name = 'UnreadableFile'
}

const { unreadable } = importTexts
const BYTES_MOST = 5_000_000
export const ROWS_MOST = 2_000

const begins = (bytes: Uint8Array, ...start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)

/** UTF-16 with a byte order mark; else what is no UTF-8 is Windows-1250, as Croatian programs write it. */
function decode(bytes: Uint8Array): string {
  if (begins(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (begins(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  // Text has no zero bytes.
  if (bytes.includes(0)) throw new UnreadableFile(unreadable.no_table)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1250').decode(bytes)
  }
}

const SEPARATORS = [';', ',', '\t'] as const

function records(text: string, delimiter: string, to = -1): string[][] {
  const options = { delimiter, to, relax_quotes: true, relax_column_count: true, skip_empty_lines: false, bom: true }
  try {
    return parse(text, options)
  } catch {
    // An unclosed quote is taken as a character.
    return parse(text, { ...options, quote: null })
  }
}

const HEADING_AMONG = 10

/** Weighs a table by the known headings of its best row, then by the number of its columns. */
function knownIn(rows: readonly (readonly string[])[]): number {
  const weighed = rows.slice(0, HEADING_AMONG).map((row) => row.filter(isKnownHeading).length * 1_000 + Math.min(row.length, 999))
  return Math.max(0, ...weighed)
}

function readText(text: string): string[][] {
  const [, named, rest = ''] = /^\uFEFF?sep=(.)\r?\n([\s\S]*)$/i.exec(text) ?? []
  if (named !== undefined) return records(rest, named)
  const [best = ';'] = SEPARATORS.toSorted(
    (one, other) => knownIn(records(text, other, HEADING_AMONG)) - knownIn(records(text, one, HEADING_AMONG)),
  )
  return records(text, best)
}

function shown(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const PART_MOST = 50_000_000

/** Packed without compression: what is large would be unpacked by a worker made of a blob, which the page's policy forbids. */
function unpacked(bytes: Uint8Array<ArrayBuffer>): ArrayBuffer {
  const filter = ({ name, originalSize }: { name: string; originalSize: number }) =>
    /\.(xml|rels)$/.test(name) && originalSize < PART_MOST
  return zipSync(unzipSync(bytes, { filter }), { level: 0 }).buffer
}

/** The first sheet that has anything in it. Numbers stay as they are written: a number would lose its digits. */
async function readSheets(bytes: Uint8Array<ArrayBuffer>): Promise<string[][]> {
  let sheets: Awaited<ReturnType<typeof readWorkbook<string>>>
  try {
    sheets = await readWorkbook(unpacked(bytes), { parseNumber: (digits) => digits })
  } catch {
    throw new UnreadableFile(unreadable.no_table)
  }
  const { data = [] } = sheets.find((sheet) => sheet.data.length > 0) ?? {}
  return data.map((row) => row.map(shown))
}

/** The longest text that an import takes: a booth's description. */
const CELL_MAX = 1_000

/** The typed text, without what marks it as text for a spreadsheet. */
function typed(cell: string): string {
  if (!isBounded(cell, CELL_MAX)) return beginningOf(cell)
  const text = cell.trim()
  const formula = /^="(.*)"$/s.exec(text)?.[1]
  return plainCell(formula === undefined ? text : formula.replaceAll('""', '"'))
    .replace(/^'(?=[\d+])/, '')
    .trim()
}

const isData = (cell: string) => /@|\d{6}/.test(cell)

function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : `${letterOf(Math.floor(index / 26) - 1)}${letter}`
}

/** The row that names the columns, if there is one: above it there may be a title. */
function headingOf(rows: readonly SpreadsheetRow[]): SpreadsheetRow | undefined {
  const known = rows.slice(0, HEADING_AMONG).find(({ cells }) => cells.filter(isKnownHeading).length > 1)
  return known ?? rows.slice(0, 1).find(({ cells }) => !cells.some(isData))
}

/** Reads a spreadsheet, .xlsx or text of any usual kind. Throws `UnreadableFile`. */
export async function readSpreadsheet(bytes: Uint8Array<ArrayBuffer>): Promise<Spreadsheet> {
  if (bytes.length > BYTES_MOST) throw new UnreadableFile(unreadable.too_large)
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new UnreadableFile(unreadable.old_excel)
  const isZip = begins(bytes, 0x50, 0x4b)
  const table = isZip ? await readSheets(bytes) : readText(decode(bytes))
  const rows: readonly SpreadsheetRow[] = table
    .map((cells, index) => ({ row: index + 1, cells: cells.map(typed) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (rows.length === 0) throw new UnreadableFile(unreadable.empty)
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  if (width < 2) throw new UnreadableFile(unreadable.no_table)
  const heading = headingOf(rows)
  const below = heading === undefined ? rows : rows.slice(rows.indexOf(heading) + 1)
  if (below.length === 0) throw new UnreadableFile(unreadable.empty)
  if (below.length > ROWS_MOST) throw new UnreadableFile(unreadable.too_many_rows(below.length, ROWS_MOST))
  const names = Array.from({ length: width }, (_, index) => heading?.cells[index] || letterOf(index))
  // Without the empty columns that a spreadsheet leaves at the end.
  const used = names.flatMap((_, index) =>
    below.some(({ cells }) => (cells[index] ?? '') !== '') || heading?.cells[index] ? [index] : [],
  )
  return {
    headings: used.map((index) => names[index] ?? ''),
    rows: below.map(({ row, cells }) => ({ row, cells: used.map((index) => cells[index] ?? '') })),
  }
}
