import { BOM, csvText, type Table } from '#rules/csv'
import { saveFile } from '../../ui/share'

export const TABLE_FORMATS = ['xlsx', 'csv'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

const TYPES = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv;charset=utf-8' }

/** A workbook, whose texts are never formulas, or CSV as Croatian spreadsheets expect it. write-excel-file, 18 kB, is loaded for a workbook. */
export async function tableFile(table: Table, format: TableFormat): Promise<Blob> {
  if (format === 'csv') return new Blob([BOM + csvText(table, ';')], { type: TYPES.csv })
  const { default: writeWorkbook } = await import('write-excel-file/universal')
  const rows = table.map((row, index) =>
    row.map((value) => (index === 0 && value !== null ? { value, fontWeight: 'bold' as const } : value)),
  )
  return new Blob([await writeWorkbook(rows, { stickyRowsCount: 1 }).toBlob()], { type: TYPES.xlsx })
}

export async function saveTable(name: string, table: Table, format: TableFormat): Promise<void> {
  saveFile(await tableFile(table, format), `${name}.${format}`)
}
