import { parse } from 'csv-parse/browser/esm/sync'
import { beginningOf, isBounded } from '#rules/text'
import { importTexts } from '#texts/import'
import { isKnownHeading } from './columns'
import { plainCell } from './csv'
import type { Sheet, Spreadsheet, SpreadsheetRow, Table } from './sheets'
import { UnreadableFile } from './unreadable-file'
import { readWorkbook, type WorkbookRow, type WorkbookSheet } from './workbook'

// Reads spreadsheets. Runs in a worker, because a large spreadsheet takes seconds.

const { unreadable } = importTexts
const MAX_BYTES = 5 * 1024 ** 2
/** More than the players of the largest planned event. */
export const MAX_ROWS = 6_000

const startsWith = (bytes: Uint8Array, ...start: readonly number[]) =>
  start.every((byte, index) => bytes[index] === byte)

/**
 * Decodes UTF-16 with a byte order mark, else UTF-8, else Windows-1250, as Croatian programs write
 * it.
 */
function decode(bytes: Uint8Array): string {
  if (startsWith(bytes, 0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (startsWith(bytes, 0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
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
  const options = {
    delimiter,
    to,
    relax_quotes: true,
    relax_column_count: true,
    skip_empty_lines: false,
    bom: true,
  }
  try {
    return parse(text, options)
  } catch {
    // Treat an unclosed quote as a character.
    return parse(text, { ...options, quote: null })
  }
}

const HEADING_AMONG = 10

/** Weighs a table by the known headings of its best row, then by the number of its columns. */
function knownIn(rows: readonly (readonly string[])[]): number {
  const weighed = rows
    .slice(0, HEADING_AMONG)
    .map((row) => row.filter(isKnownHeading).length * 1_000 + Math.min(row.length, 999))
  return Math.max(0, ...weighed)
}

function readText(text: string): string[][] {
  const [, named, rest = ''] = /^\uFEFF?sep=(.)\r?\n([\s\S]*)$/i.exec(text) ?? []
  if (named !== undefined) return records(rest, named)
  const [best = ';'] = SEPARATORS.toSorted(
    (one, other) =>
      knownIn(records(text, other, HEADING_AMONG)) - knownIn(records(text, one, HEADING_AMONG)),
  )
  return records(text, best)
}

/** The longest text that an import takes: a booth's description. */
const CELL_MAX = 1_000

/** Strips the marks that make a spreadsheet treat a cell as text. */
function typed(cell: string): string {
  if (!isBounded(cell, CELL_MAX)) return beginningOf(cell)
  const text = cell.trim()
  const formula = /^="(.*)"$/s.exec(text)?.[1]
  return plainCell(formula === undefined ? text : formula.replaceAll('""', '"'))
    .replace(/^'(?=[\d+])/, '')
    .trim()
}

/** Caches cleaned texts, because they repeat. */
function cleaner(): (cell: string) => string {
  const known = new Map<string, string>()
  return (cell) => {
    const text = known.get(cell) ?? typed(cell)
    known.set(cell, text)
    return text
  }
}

const isData = (cell: string) => /@|\d{6}/.test(cell)

function letterOf(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : `${letterOf(Math.floor(index / 26) - 1)}${letter}`
}

/** Finds the heading row, if any; a title may precede it. */
function headingOf(rows: readonly SpreadsheetRow[]): SpreadsheetRow | undefined {
  const known = rows
    .slice(0, HEADING_AMONG)
    .find(({ cells }) => cells.filter(isKnownHeading).length > 1)
  return known ?? rows.slice(0, 1).find(({ cells }) => !cells.some(isData))
}

/**
 * The most characters of a table, which the worker sends in one message. No list of people comes
 * near this.
 */
const MAX_CHARACTERS = 4_000_000

/** Makes a table of a sheet's first rows; `count` is the number of all rows of the sheet. */
function tableOf(rows: readonly SpreadsheetRow[], count: number): Table {
  if (rows.length === 0) return { problem: unreadable.empty }
  const width = Math.max(...rows.map(({ cells }) => cells.length))
  if (width < 2) return { problem: unreadable.no_table }
  const heading = headingOf(rows)
  const above = heading === undefined ? 0 : rows.indexOf(heading) + 1
  const below = rows.slice(above)
  if (below.length === 0) return { problem: unreadable.empty }
  if (count - above > MAX_ROWS)
    return { problem: unreadable.too_many_rows(count - above, MAX_ROWS) }
  const names = Array.from(
    { length: width },
    (_, index) => heading?.cells[index] || letterOf(index),
  )
  // Drop columns without heading and content, such as spreadsheets leave at the end.
  const used = names.flatMap((_, index) =>
    below.some(({ cells }) => (cells[index] ?? '') !== '') || heading?.cells[index] ? [index] : [],
  )
  const table: Spreadsheet = {
    headings: used.map((index) => names[index] ?? ''),
    rows: below.map(({ row, cells }) => ({ row, cells: used.map((index) => cells[index] ?? '') })),
  }
  const characters = table.rows.reduce(
    (sum, { cells }) => cells.reduce((all, { length }) => all + length, sum),
    0,
  )
  return characters > MAX_CHARACTERS ? { problem: unreadable.too_large_unpacked } : table
}

function sheetOf({ name, isHidden, rows, hiddenColumns, counts }: WorkbookSheet): Sheet {
  const clean = cleaner()
  const cleaned = rows.map((row) => ({ ...row, cells: row.cells.map(clean) }))
  const filled = [...hiddenColumns].filter((column) =>
    cleaned.some(({ cells }) => (cells[column] ?? '') !== ''),
  )
  const hidden = new Set(filled)
  const seen = cleaned.flatMap((row) => {
    if (row.isHidden) return []
    const cells = row.cells.map((cell, column) => (hidden.has(column) ? '' : cell))
    return hidden.size === 0 || cells.some((cell) => cell !== '') ? [{ ...row, cells }] : []
  })
  const visible = tableOf(seen, counts.visible)
  const isWhole = counts.hidden + hidden.size === 0
  const all = isWhole ? visible : tableOf(cleaned, counts.visible + counts.hidden)
  return {
    name,
    isHidden,
    hiddenRows: counts.hidden,
    hiddenColumns: hidden.size,
    visible,
    all,
  }
}

/** A text file as a workbook of one sheet. */
function textSheet(text: string): WorkbookSheet {
  const rows: readonly WorkbookRow[] = readText(text)
    .map((cells, index) => ({ row: index + 1, isHidden: false, cells }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const counts = { visible: rows.length, hidden: 0 }
  return { name: '', isHidden: false, rows, hiddenColumns: new Set(), counts }
}

/**
 * Password-protected workbooks use the same container as old .xls files, with a file of this name.
 */
const ENCRYPTED = 'EncryptedPackage'

function isEncrypted(bytes: Uint8Array): boolean {
  return new TextDecoder('windows-1252').decode(bytes).replaceAll('\0', '').includes(ENCRYPTED)
}

function sheetsIn(bytes: Uint8Array, onRow?: () => void): readonly WorkbookSheet[] {
  if (!startsWith(bytes, 0x50, 0x4b)) return [textSheet(decode(bytes))]
  try {
    return readWorkbook(bytes, onRow)
  } catch (reason) {
    throw reason instanceof UnreadableFile ? reason : new UnreadableFile(unreadable.no_table)
  }
}

/**
 * Reads a spreadsheet (.xlsx or any usual text format). Returns all its sheets, at least one of
 * them a table. Throws `UnreadableFile`.
 */
export function readSheets(bytes: Uint8Array, onRow?: () => void): readonly Sheet[] {
  if (bytes.length > MAX_BYTES) throw new UnreadableFile(unreadable.too_large)
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) {
    throw new UnreadableFile(isEncrypted(bytes) ? unreadable.password : unreadable.old_excel)
  }
  const sheets = sheetsIn(bytes, onRow).map(sheetOf)
  const problems = sheets.flatMap(({ all }) => ('problem' in all ? [all.problem] : []))
  if (problems.length < sheets.length) return sheets
  throw new UnreadableFile(
    problems.find((problem) => problem !== unreadable.empty) ?? unreadable.empty,
  )
}
