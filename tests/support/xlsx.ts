import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { readWorkbook } from '../../src/features/setup/workbook'

/**
 * The cells of the first sheet, row by row: texts, numbers, or null for a missing cell. Throws if
 * there is a formula.
 */
export function readXlsx(file: Buffer): readonly (readonly (string | number | null)[])[] {
  const { 'xl/worksheets/sheet1.xml': part } = unzipSync(file)
  const xml = part === undefined ? '<f' : strFromU8(part)
  if (xml.includes('<f')) throw new Error('The sheet has a formula.')
  // A cell without a type is a number.
  const numbers = new Set(
    [...xml.matchAll(/<c r="([A-Z]+\d+)"(?![^>]* t=)[^>]*><v>/g)].map(([, at]) => at),
  )
  const [sheet] = readWorkbook(new Uint8Array(file))
  return (sheet?.rows ?? []).map(({ cells }, row) =>
    cells.map((cell, column) => {
      if (numbers.has(address(column, row + 1))) return Number(cell)
      return cell === '' ? null : cell
    }),
  )
}

interface MadeSheet {
  readonly name: string
  readonly state?: 'hidden' | 'veryHidden'
  readonly isChart?: boolean
  /** Texts, or numbers in the file's own notation. */
  readonly rows?: readonly (readonly (string | number | null)[])[]
  /** The numbers of rows hidden by a filter or by hand. */
  readonly hidden?: readonly number[]
  /** The numbers of hidden columns. */
  readonly hiddenColumns?: readonly number[]
  readonly merged?: readonly string[]
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const address = (column: number, row: number) => `${String.fromCharCode(65 + column)}${row}`

function cellXml(value: string | number | null, at: string): string {
  if (value === null) return ''
  return typeof value === 'number'
    ? `<c r="${at}"><v>${value}</v></c>`
    : `<c r="${at}" t="inlineStr"><is><t>${escaped(value)}</t></is></c>`
}

function sheetXml({ rows = [], hidden = [], hiddenColumns = [], merged = [] }: MadeSheet): string {
  const columns = hiddenColumns.map((at) => `<col min="${at}" max="${at}" hidden="1"/>`).join('')
  const made = rows.map((cells, index) => {
    const row = index + 1
    const flag = hidden.includes(row) ? ' hidden="1"' : ''
    return `<row r="${row}"${flag}>${cells.map((value, column) => cellXml(value, address(column, row))).join('')}</row>`
  })
  const areas = merged.map((area) => `<mergeCell ref="${area}"/>`).join('')
  return `<worksheet>${columns && `<cols>${columns}</cols>`}<sheetData>${made.join('')}</sheetData>${areas && `<mergeCells>${areas}</mergeCells>`}</worksheet>`
}

const KINDS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The parts of a workbook by their names, for tests that break one. */
export function workbookParts(sheets: readonly MadeSheet[]): Record<string, string> {
  const parts = sheets.map((sheet, index) => ({
    sheet,
    id: `rId${index + 1}`,
    kind: sheet.isChart ? 'chartsheet' : 'worksheet',
    target: `${sheet.isChart ? 'chartsheets' : 'worksheets'}/sheet${index + 1}.xml`,
  }))
  const listed = parts.map(
    ({ sheet, id }, at) =>
      `<sheet name="${escaped(sheet.name)}" sheetId="${at + 1}"${sheet.state ? ` state="${sheet.state}"` : ''} r:id="${id}"/>`,
  )
  const related = parts.map(
    ({ id, kind, target }) =>
      `<Relationship Id="${id}" Type="${KINDS}/${kind}" Target="${target}"/>`,
  )
  return {
    '_rels/.rels': `<Relationships><Relationship Id="r" Type="${KINDS}/officeDocument" Target="/xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns:r="${KINDS}"><sheets>${listed.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${related.join('')}</Relationships>`,
    ...Object.fromEntries(
      parts.map(
        ({ sheet, target }) =>
          [`xl/${target}`, sheet.isChart ? '<chartsheet/>' : sheetXml(sheet)] as const,
      ),
    ),
  }
}

export const zipped = (parts: Readonly<Record<string, string>>) =>
  zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)] as const)),
  )

/** A workbook as other programs write it, with hidden and merged parts. */
export const makeXlsx = (...sheets: readonly MadeSheet[]) => zipped(workbookParts(sheets))
