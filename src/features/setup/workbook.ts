import { Parser } from 'saxen'
import { importTexts } from '#texts/import'
import { openArchive } from './archive'
import { UnreadableFile } from './unreadable-file'

// Reads .xlsx as its owner sees it: existing libraries ignore hidden rows and columns, and merged
// cells.

export interface WorkbookRow {
  /** The row's number in the sheet, from 1. */
  readonly row: number
  readonly isHidden: boolean
  readonly cells: readonly string[]
}

export interface WorkbookSheet {
  readonly name: string
  readonly isHidden: boolean
  /** Non-empty rows, up to a limit. */
  readonly rows: readonly WorkbookRow[]
  /** The indexes of hidden columns, from 0. Their cells are in `rows`. */
  readonly hiddenColumns: ReadonlySet<number>
  /** The numbers of all non-empty rows, including those left out of `rows`. */
  readonly counts: { readonly visible: number; readonly hidden: number }
}

type Attributes = Readonly<Record<string, string>>

interface Listeners {
  readonly open: (name: string, attributes: () => Attributes) => void
  readonly close?: (name: string) => void
  readonly text?: (text: string) => void
}

/** Parses XML. Passes on names without prefixes, and attributes and texts with entities decoded. */
function parseXml(xml: string, { open, close, text }: Listeners): void {
  const local = (name: string) => name.slice(name.indexOf(':') + 1)
  const parser = new Parser()
  parser.on('openTag', (name, attributes, decode) => {
    open(local(name), () =>
      Object.fromEntries(
        Object.entries(attributes()).map(([key, value]) => [local(key), decode(value)] as const),
      ),
    )
  })
  parser.on('closeTag', (name) => close?.(local(name)))
  parser.on('text', (value, decode) => text?.(decode(value)))
  parser.on('cdata', (value) => text?.(value))
  const error = parser.parse(xml)
  if (error) throw error
}

const isTrue = (value: string | undefined) => value === '1' || value === 'true'

interface Relation {
  readonly id: string
  readonly kind: string
  readonly target: string
}

/** The parts referenced by a part of the workbook, as absolute paths without the leading slash. */
function relationsOf(part: string, read: (name: string) => string | null): readonly Relation[] {
  const [folder, file] = [
    part.slice(0, part.lastIndexOf('/') + 1),
    part.slice(part.lastIndexOf('/') + 1),
  ]
  const relations: Relation[] = []
  parseXml(read(`${folder}_rels/${file}.rels`) ?? '<none/>', {
    open: (name, attributes) => {
      if (name !== 'Relationship') return
      const { Id: id = '', Type: type = '', Target: target = '' } = attributes()
      const path = new URL(target, `file:///${folder}`).pathname.slice(1)
      relations.push({
        id,
        kind: type.slice(type.lastIndexOf('/') + 1),
        target: decodeURIComponent(path),
      })
    },
  })
  return relations
}

/** The texts that sheets reference by index. Excludes phonetic hints of Japanese texts. */
function sharedTexts(xml: string): readonly string[] {
  const texts: string[] = []
  let [current, isText, phonetic] = ['', false, 0]
  parseXml(xml, {
    open: (name) => {
      if (name === 'si') current = ''
      if (name === 'rPh') phonetic++
      if (name === 't') isText = phonetic === 0
    },
    close: (name) => {
      if (name === 'si') texts.push(current)
      if (name === 'rPh') phonetic--
      if (name === 't') isText = false
    },
    text: (text) => {
      if (isText) current += text
    },
  })
  return texts
}

const LETTERS = 26
/** The most columns read of a sheet: lists have fewer. */
const MAX_COLUMNS = 256
/** The most visible and the most hidden rows kept of a sheet: more than an import accepts. */
const ROWS_KEPT = 7_000

/** The column and the row of an address such as B12, both from 1. */
function placeOf(address: string): readonly [column: number, row: number] | null {
  const [, letters, digits] = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(address) ?? []
  if (letters === undefined) return null
  const column = [...letters.toUpperCase()].reduce(
    (sum, letter) => sum * LETTERS + letter.charCodeAt(0) - 64,
    0,
  )
  return [column, Number(digits)]
}

/** The most cells filled with the value of a merged cell. */
const MAX_MERGED = 1_000_000

interface Merged {
  readonly column: number
  readonly from: number
  readonly to: number
}

/**
 * Copies the value of each merged cell to the other rows that it covers, if they have content: the
 * file stores the value in the first row only.
 */
function fillMerged(
  rows: readonly { row: number; cells: string[] }[],
  areas: readonly Merged[],
  valueAt: ReadonlyMap<string, string>,
): void {
  let filled = 0
  const numbers = rows.map(({ row }) => row)
  for (const { column, from, to } of areas) {
    const value = valueAt.get(`${column}:${from}`)
    if (value === undefined) continue
    let at = firstAfter(numbers, from)
    for (let row = rows[at]; row !== undefined && row.row <= to; row = rows[++at]) {
      if (++filled > MAX_MERGED) throw new UnreadableFile(importTexts.unreadable.no_table)
      while (row.cells.length < column) row.cells.push('')
      row.cells[column - 1] = value
    }
  }
}

/** Finds the index of the first greater number in an ascending list. */
function firstAfter(numbers: readonly number[], than: number): number {
  let [low, high] = [0, numbers.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((numbers[middle] ?? 0) > than) high = middle
    else low = middle + 1
  }
  return low
}

/** The value of a cell by its type. Keeps numbers as text, because parsing could lose digits. */
function cellValue(type: string, written: string, texts: readonly string[]): string {
  if (type === 's') return texts[Number(written)] ?? ''
  if (type === 'e') return ''
  if (type === 'b') return String(isTrue(written))
  return written
}

function sheetRows(
  xml: string,
  texts: readonly string[],
  onRow: () => void,
): Pick<WorkbookSheet, 'rows' | 'hiddenColumns' | 'counts'> {
  const rows: { row: number; isHidden: boolean; cells: string[] }[] = []
  const counts = { visible: 0, hidden: 0 }
  const hiddenColumns = new Set<number>()
  const areas: Merged[] = []
  let hidesRows = false
  let row = { row: 0, isHidden: false, cells: [] as string[] }
  let cell = { column: 0, type: '' }
  let [value, isValue, phonetic] = ['', false, 0]

  function endRow() {
    onRow()
    if (!row.cells.some((text) => text.trim() !== '')) return
    const kind = row.isHidden ? 'hidden' : 'visible'
    if (++counts[kind] <= ROWS_KEPT) rows.push(row)
  }
  function endCell() {
    const text = cellValue(cell.type, value, texts)
    if (text === '' || cell.column > MAX_COLUMNS) return
    while (row.cells.length < cell.column) row.cells.push('')
    row.cells[cell.column - 1] = text
  }
  function beginRow({ r, hidden, ht }: Attributes) {
    const isFlat = ht !== undefined && Number(ht) === 0
    const isHidden = hidden === undefined ? hidesRows && ht === undefined : isTrue(hidden)
    row = { row: Number(r ?? row.row + 1), isHidden: isHidden || isFlat, cells: [] }
    cell = { column: 0, type: '' }
  }
  function beginCell({ r = '', t = '' }: Attributes) {
    cell = { column: placeOf(r)?.[0] ?? cell.column + 1, type: t }
    value = ''
  }
  function takeMerged({ ref = '' }: Attributes) {
    const [from, to] = ref.split(':').map(placeOf)
    if (from && to && to[1] > from[1] && from[0] <= MAX_COLUMNS)
      areas.push({ column: from[0], from: from[1], to: to[1] })
  }
  function takeColumns({ min, max, hidden, width }: Attributes) {
    const isNarrow = width !== undefined && Number(width) === 0
    if (!isTrue(hidden) && !isNarrow) return
    const last = Math.min(Number(max), MAX_COLUMNS)
    for (let column = Math.max(1, Number(min)); column <= last; column++)
      hiddenColumns.add(column - 1)
  }
  const beginValue = () => {
    isValue = phonetic === 0
  }
  const endValue = () => {
    isValue = false
  }
  const openers = new Map<string, (attributes: () => Attributes) => void>([
    ['col', (attributes) => takeColumns(attributes())],
    ['row', (attributes) => beginRow(attributes())],
    ['c', (attributes) => beginCell(attributes())],
    ['v', beginValue],
    ['t', beginValue],
    ['rPh', () => phonetic++],
    ['mergeCell', (attributes) => takeMerged(attributes())],
    [
      'sheetFormatPr',
      (attributes) => {
        hidesRows = isTrue(attributes().zeroHeight)
      },
    ],
  ])
  const closers = new Map([
    ['row', endRow],
    ['c', endCell],
    ['v', endValue],
    ['t', endValue],
    ['rPh', () => void phonetic--],
  ])
  parseXml(xml, {
    open: (name, attributes) => openers.get(name)?.(attributes),
    close: (name) => closers.get(name)?.(),
    text: (text) => {
      if (isValue) value += text
    },
  })
  rows.sort((one, other) => one.row - other.row)
  const starts = new Set(areas.map(({ column, from }) => `${column}:${from}`))
  const valueAt = new Map(
    rows.flatMap(({ row: at, cells }) =>
      cells.flatMap((text, index) => {
        const place = `${index + 1}:${at}`
        return starts.has(place) ? [[place, text] as const] : []
      }),
    ),
  )
  fillMerged(rows, areas, valueAt)
  return { rows, hiddenColumns, counts }
}

/**
 * Reads a workbook's sheets in order, without chart sheets. Throws `UnreadableFile`, or any error
 * of reading a broken workbook.
 */
export function readWorkbook(
  bytes: Uint8Array,
  onRow: () => void = () => undefined,
): WorkbookSheet[] {
  const read = openArchive(bytes)
  const book =
    relationsOf('', read).find(({ kind }) => kind === 'officeDocument')?.target ?? 'xl/workbook.xml'
  const xml = read(book)
  if (xml === null) throw new UnreadableFile(importTexts.unreadable.no_table)
  const relations = relationsOf(book, read)
  const shared = relations.find(({ kind }) => kind === 'sharedStrings')
  const texts = sharedTexts((shared && read(shared.target)) ?? '<none/>')
  const named: { name: string; isHidden: boolean; part: string }[] = []
  parseXml(xml, {
    open: (element, attributes) => {
      if (element !== 'sheet') return
      const { name = '', state, id } = attributes()
      const relation = relations.find((one) => one.id === id)
      const isHidden = state === 'hidden' || state === 'veryHidden'
      // Skip chart sheets.
      if (relation?.kind === 'worksheet') named.push({ name, isHidden, part: relation.target })
    },
  })
  return named.map(({ name, isHidden, part }) => ({
    name,
    isHidden,
    ...sheetRows(read(part) ?? '<none/>', texts, onRow),
  }))
}
