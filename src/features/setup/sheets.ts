import { importTexts } from '#texts/import'

export interface SpreadsheetRow {
  /** The row's number in its sheet, from 1; of combined sheets, from `importTexts.rowOfSheet`. */
  readonly row: number
  readonly cells: readonly string[]
}

export interface Spreadsheet {
  /** The columns' headings; a column without a heading gets its letter. */
  readonly headings: readonly string[]
  /** The rows below the headings, without empty rows. */
  readonly rows: readonly SpreadsheetRow[]
}

export type Table = Spreadsheet | { readonly problem: string }

/** A sheet of a file; a text file has one. */
export interface Sheet {
  readonly name: string
  readonly isHidden: boolean
  readonly hiddenRows: number
  /** The number of hidden columns with content. */
  readonly hiddenColumns: number
  /** The table of the visible rows and columns. */
  readonly visible: Table
  /** The table of all rows and columns, hidden or not. */
  readonly all: Table
}

/** All sheets of the same shape, combined. */
export const ALL_SHEETS = 'all'

/** The organiser's choices about a file. */
export interface SheetDecision {
  /** The chosen sheet's index; null until chosen among several. */
  readonly sheet: number | typeof ALL_SHEETS | null
  readonly withHidden: boolean
}

export interface ChosenTable {
  /** Undefined until the organiser has chosen among several sheets. */
  readonly table: Table | undefined
  /** The sheets to choose from; empty if there is only one sheet. */
  readonly among: readonly {
    readonly index: number
    readonly name: string
    readonly rows: number
  }[]
  readonly areOfOneShape: boolean
  /** Counts of rows, columns and sheets that are hidden and left out. */
  readonly skippedRows: number
  readonly skippedColumns: number
  readonly skippedSheets: number
}

export const isTable = (table: Table): table is Spreadsheet => 'rows' in table

const isEqual = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((heading, index) => heading === other[index])

/** The table read from a file, or the sheets to choose from first. */
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
  // Keep a sheet whose rows are all hidden: the screen shows how to include them.
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
    if (candidates.length === 0) return { problem: importTexts.unreadable.empty }
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
    skippedColumns: withHidden
      ? 0
      : chosen.reduce((sum, { hiddenColumns }) => sum + hiddenColumns, 0),
    skippedSheets: withHidden
      ? 0
      : sheets.filter(({ isHidden, all }) => isHidden && isTable(all)).length,
  }
}
