import type { Output } from '#contract/call'
import { table } from '#contract/calls/organiser'
import type { TableName } from '#contract/organiser-entities'
import { wordsFor } from '#texts/code-words'
import { call } from '../../api/call'
import { saveFile } from '../../ui/share'
import { BOM, type CsvCell, type CsvTable, csvText } from './csv'

export const TABLE_FORMATS = ['xlsx', 'csv'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv;charset=utf-8',
}

/**
 * Makes a workbook, whose texts are never formulas, or a CSV as Croatian spreadsheets expect it.
 * Loads write-excel-file (18 kB) only for a workbook.
 */
export async function tableFile(table: CsvTable, format: TableFormat): Promise<Blob> {
  if (format === 'csv') return new Blob([BOM + csvText(table, ';')], { type: TYPES.csv })
  const { default: writeWorkbook } = await import('write-excel-file/universal')
  const rows = table.map((row, index) =>
    row.map((value) =>
      index === 0 && value != null ? { value, fontWeight: 'bold' as const } : value,
    ),
  )
  return new Blob([await writeWorkbook(rows, { stickyRowsCount: 1 }).toBlob()], {
    type: TYPES.xlsx,
  })
}

export async function saveTable(name: string, table: CsvTable, format: TableFormat): Promise<void> {
  saveFile(await tableFile(table, format), `${name}.${format}`)
}

type TablePage = Output<typeof table>

/** Tables sorted by place. The server sends all other tables newest first: these are reversed. */
const BY_PLACE: ReadonlySet<TableName> = new Set(['teams', 'ranking'])

const EXACT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
  timeZoneName: 'longOffset',
}

/** Returns a formatter of exact times in the zone: "2026-05-09T12:00:00.000+02:00". */
export function exactTimes(timeZone: string): (at: string) => string {
  const format = new Intl.DateTimeFormat('en-GB', { ...EXACT, timeZone })
  return (at) => {
    const parts = new Map(
      format.formatToParts(Date.parse(at)).map(({ type, value }) => [type, value]),
    )
    const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
    const clock = `${of('hour')}:${of('minute')}:${of('second')}.${of('fractionalSecond')}`
    return `${of('year')}-${of('month')}-${of('day')}T${clock}${of('timeZoneName').replace('GMT', '') || '+00:00'}`
  }
}

const isTime = (key: string) => key === 'at' || key.endsWith('_at')

interface TableReading {
  readonly timeZone: string
  /** Receives the number of rows after each page. */
  readonly onRows: (rows: number) => void
  readonly read: (input: { what: TableName; before?: string }) => Promise<TablePage>
}

export const readPage = (signal: AbortSignal) => (input: { what: TableName; before?: string }) =>
  call(table, input, signal)

/**
 * Fetches a whole table page by page. Returns the oldest row first (tables by place: the first
 * place), with times in the event's zone and words for codes.
 */
export async function readWhole(
  what: TableName,
  { timeZone, onRows, read }: TableReading,
): Promise<CsvTable> {
  const exact = exactTimes(timeZone)
  let columns: TablePage['columns'] = []
  const rows: (readonly CsvCell[])[] = []
  for (let before: string | undefined, more = true; more; ) {
    const page = await read({ what, ...(before === undefined ? {} : { before }) })
    columns = page.columns
    const cell = (row: TablePage['rows'][number], key: string): CsvCell => {
      const value = row[key] ?? null
      if (typeof value !== 'string') return value
      return isTime(key) ? exact(value) : wordsFor(key, value)
    }
    for (const row of page.rows) rows.push(columns.map(({ key }) => cell(row, key)))
    onRows(rows.length)
    const last = page.rows.at(-1)?.id
    before = last == null ? undefined : String(last)
    more = page.more && before !== undefined
  }
  return [columns.map(({ title }) => title), ...(BY_PLACE.has(what) ? rows : rows.toReversed())]
}
