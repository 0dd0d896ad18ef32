import { importTexts } from '#texts/import'

export interface SpreadsheetRow {
  /** Its number in the file; the first row is 1. Of several sheets taken together, as `importTexts.inRow` reads it. */
  readonly row: number
  readonly cells: readonly string[]
}

export interface Spreadsheet {
  /** A column without a name has its letter. */
  readonly headings: readonly string[]
  /** Without empty ones. */
  readonly rows: readonly SpreadsheetRow[]
}

export type Table = Spreadsheet | { readonly fault: string }

/** A sheet of a file; a text file has one. */
export interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  readonly hiddenRows: number
  /** Of what its owner saw. */
  readonly visible: Table
  /** With its hidden rows. */
  readonly all: Table
}

/** All sheets of one shape, taken together. */
export const ALL_SHEETS = 'all'

/** The choices that somebody made about a file. */
export interface SheetDecision {
  /** Its index; null until somebody has chosen among several. */
  readonly sheet: number | typeof ALL_SHEETS | null
  readonly withHidden: boolean
}

export interface ChosenTable {
  /** Undefined until it is decided. */
  readonly table: Table | undefined
  /** The sheets among which to choose, none if there is only one. */
  readonly among: readonly {
    readonly index: number
    readonly name: string
    readonly rows: number
  }[]
  readonly areOfOneShape: boolean
  /** Counts of rows and sheets that are hidden and left out. */
  readonly skippedRows: number
  readonly skippedSheets: number
}

export const isTable = (table: Table): table is Spreadsheet => 'rows' in table

const isEqual = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((heading, index) => heading === other[index])

/** The table that is read of a file, or what is asked before. */
export function chooseTable(
  sheets: readonly Sheet[],
  { sheet, withHidden }: SheetDecision,
): ChosenTable {
  const tables = sheets.map((one, index) => ({
    ...one,
    index,
    table: withHidden ? one.all : one.visible,
  }))
  const shown = tables.filter(({ isHidden }) => withHidden || !isHidden)
  const readable = shown.filter(({ table }) => isTable(table))
  // A sheet whose rows are all hidden is shown with what can be done about it.
  const candidates = readable.length > 0 ? readable : shown.filter(({ all }) => isTable(all))
  const headings = candidates.map(({ table }) => (isTable(table) ? table.headings : []))
  const areOfOneShape = headings.every((one) => isEqual(one, headings[0] ?? []))
  const [only, ...others] = candidates
  const one = others.length === 0 ? only : candidates.find(({ index }) => index === sheet)
  const chosen =
    sheet === ALL_SHEETS && others.length > 0 && areOfOneShape
      ? candidates
      : one === undefined
        ? []
        : [one]
  const rowsOf = (table: Table) => (isTable(table) ? table.rows.length : 0)
  function table(): Table | undefined {
    if (candidates.length === 0) return { fault: importTexts.unreadable.empty }
    if (chosen.length <= 1) return chosen[0]?.table
    const rows = chosen.flatMap(({ table, index }) =>
      isTable(table)
        ? table.rows.map(({ row, cells }) => ({
            row: importTexts.rowOfSheet(index + 1, row),
            cells,
          }))
        : [],
    )
    return { headings: headings[0] ?? [], rows }
  }
  return {
    table: table(),
    among:
      others.length === 0
        ? []
        : candidates.map(({ index, name, table }) => ({ index, name, rows: rowsOf(table) })),
    areOfOneShape,
    skippedRows: withHidden ? 0 : chosen.reduce((sum, { hiddenRows }) => sum + hiddenRows, 0),
    skippedSheets: withHidden
      ? 0
      : sheets.filter(({ isHidden, all }) => isHidden && isTable(all)).length,
  }
}
