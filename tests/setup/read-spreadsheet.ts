import { chooseTable, isTable, type Spreadsheet } from '../../src/features/setup/sheets'
import { readSheets } from '../../src/features/setup/spreadsheet'

/** Reads the only sheet of a file, with no choices to make. */
export function readSpreadsheet(bytes: Uint8Array): Spreadsheet {
  const { table } = chooseTable(readSheets(bytes), { sheet: null, withHidden: false })
  if (table === undefined || !isTable(table))
    throw new Error('The file must have exactly one sheet.')
  return table
}
