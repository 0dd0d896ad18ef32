import { type Columns, cellOf, isLastFirst } from './columns'
import type { Spreadsheet } from './sheets'

export interface SplitName {
  readonly first_name: string
  readonly last_name: string
}

/** Splits that the organiser corrected, by row. */
export type NameEdits = ReadonlyMap<number, SplitName>

/**
 * Splits a full name. The last word is the last name, unless there is a comma, or the heading has
 * last names first.
 */
export function splitName(full: string, lastFirst = false): SplitName {
  const [before = '', ...parts] = full.split(',').map((part) => part.trim())
  const after = parts.filter((part) => part !== '').join(', ')
  if (after !== '') return { first_name: after, last_name: before }
  const words = before.split(/\s+/)
  if (words.length === 1) return { first_name: before, last_name: '' }
  return lastFirst
    ? { first_name: words.slice(1).join(' '), last_name: words[0] ?? '' }
    : { first_name: words.slice(0, -1).join(' '), last_name: words.at(-1) ?? '' }
}

/** Returns a function that splits a row's full name, or returns the corrected split. */
export function splitRow(
  spreadsheet: Spreadsheet,
  columns: Columns,
  edits: NameEdits,
): (row: Spreadsheet['rows'][number]) => SplitName {
  const lastFirst = isLastFirst(spreadsheet.headings[columns.full_name ?? -1] ?? '')
  return (row) => edits.get(row.row) ?? splitName(cellOf(row, columns, 'full_name'), lastFirst)
}

/** Splits full names: returns the table with columns for first and last names. */
export function withSplitNames(spreadsheet: Spreadsheet, columns: Columns, edits: NameEdits) {
  if (columns.full_name === undefined) return { spreadsheet, columns }
  const { headings, rows } = spreadsheet
  const namesOf = splitRow(spreadsheet, columns, edits)
  const split = rows.map((one) => {
    const { first_name, last_name } = namesOf(one)
    return {
      row: one.row,
      cells: [...headings.map((_, at) => one.cells[at] ?? ''), first_name, last_name],
    }
  })
  return {
    spreadsheet: { headings: [...headings, '', ''], rows: split },
    columns: { ...columns, first_name: headings.length, last_name: headings.length + 1 },
  }
}
