import { strFromU8, unzipSync } from 'fflate'
import readWorkbook from 'read-excel-file/node'

/** The cells of the first sheet, row by row: texts and numbers. A formula fails. */
export async function readXlsx(file: Buffer) {
  const { 'xl/worksheets/sheet1.xml': xml } = unzipSync(file)
  if (xml === undefined || strFromU8(xml).includes('<f')) throw new Error('The sheet has a formula.')
  const [sheet] = await readWorkbook(file, { trim: false })
  return sheet?.data ?? []
}
