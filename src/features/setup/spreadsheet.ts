import { parse } from 'csv-parse/browser/esm/sync'
import { unzipSync, zipSync } from 'fflate'
import readWorkbook from 'read-excel-file/universal'
import { plainCell } from '#rules/csv'
import { isKnownHeading } from './columns'

// Reads the spreadsheets that people have. Loaded only where one is opened: read-excel-file and csv-parse are 27 kB.

export interface SheetRow {
  /** Where it stands in the file, as a spreadsheet counts; the first row is 1. */
  readonly row: number
  readonly cells: readonly string[]
}

export interface Spreadsheet {
  /** A column without a name has its letter. */
  readonly headings: readonly string[]
  /** Without empty ones. */
  readonly rows: readonly SheetRow[]
}

export type FileFault = 'too_large' | 'too_many_rows' | 'old_excel' | 'no_table' | 'empty'

/** A file that cannot be imported. */
export class UnreadableFile extends Error {
  constructor(
    readonly fault: FileFault,
    readonly rows = 0,
  ) {
    super(`a spreadsheet that cannot be imported: ${fault}`)
    this.name = 'UnreadableFile'
  }
}

const BYTES_MOST = 5_000_000
export const ROWS_MOST = 2_000

const begins = (bytes: Uint8Array, ...start: readonly number[]) => start.every((byte, index) => bytes[index] === byte)

/** UTF-16 where the text says so; else what is no UTF-8 is Windows-1250, as Croatian programs write it. */
function decode(bytes: Uint8Array): string {
  if (begins(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (begins(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  // No text has one.
  if (bytes.includes(0)) throw new UnreadableFile('no_table')
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
    // A quote that never ends is a letter.
    return parse(text, { ...options, quote: null })
  }
}

const HEADING_AMONG = 10

/** How many columns it has that are known, and how many at all, in the row that has most. */
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
    throw new UnreadableFile('no_table')
  }
  const { data = [] } = sheets.find((sheet) => sheet.data.length > 0) ?? {}
  return data.map((row) => row.map(shown))
}

/** What was typed, without what keeps a spreadsheet from taking it for a number or a formula. */
function typed(cell: string): string {
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

/** The row that names the columns: above it there may be a title. A table may do without. */
function headingOf(rows: readonly SheetRow[]): SheetRow | undefined {
  const known = rows.slice(0, HEADING_AMONG).find(({ cells }) => cells.filter(isKnownHeading).length > 1)
  return known ?? rows.slice(0, 1).find(({ cells }) => !cells.some(isData))
}

/** Reads a spreadsheet, .xlsx or text of any usual kind. Throws `UnreadableFile`. */
export async function readSpreadsheet(bytes: Uint8Array<ArrayBuffer>): Promise<Spreadsheet> {
  if (bytes.length > BYTES_MOST) throw new UnreadableFile('too_large')
  if (begins(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new UnreadableFile('old_excel')
  const isZip = begins(bytes, 0x50, 0x4b)
  const table = isZip ? await readSheets(bytes) : readText(decode(bytes))
  const rows: readonly SheetRow[] = table
    .map((cells, index) => ({ row: index + 1, cells: cells.map(typed) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''))
  if (rows.length === 0) throw new UnreadableFile('empty')
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  if (width < 2) throw new UnreadableFile('no_table')
  const heading = headingOf(rows)
  const below = heading === undefined ? rows : rows.slice(rows.indexOf(heading) + 1)
  if (below.length === 0) throw new UnreadableFile('empty')
  if (below.length > ROWS_MOST) throw new UnreadableFile('too_many_rows', below.length)
  const names = Array.from({ length: width }, (_, index) => heading?.cells[index] || letterOf(index))
  // Empty columns, which a spreadsheet leaves at the end, are none.
  const used = names.flatMap((_, index) =>
    below.some(({ cells }) => (cells[index] ?? '') !== '') || heading?.cells[index] ? [index] : [],
  )
  return {
    headings: used.map((index) => names[index] ?? ''),
    rows: below.map(({ row, cells }) => ({ row, cells: used.map((index) => cells[index] ?? '') })),
  }
}
