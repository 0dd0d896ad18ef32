import { chooseTable, isTable, type Spreadsheet } from '../../src/features/setup/sheets'
import { readSheets } from '../../src/features/setup/spreadsheet'

/** The only sheet of a file, read without asking the organiser anything. */
export function readSpreadsheet(bytes: Uint8Array): Spreadsheet {
  const { table } = chooseTable(readSheets(bytes), { sheet: null, withHidden: false })
  if (table === undefined || !isTable(table))
    throw new Error('The file has several sheets, or none.')
  return table
}
