import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { importTexts } from '#texts/import'
import { columnsOf, personOf } from '../../src/features/setup/columns'
import {
  ALL_SHEETS,
  chooseTable,
  isTable,
  type SheetDecision,
} from '../../src/features/setup/sheets'
import { readSheets } from '../../src/features/setup/spreadsheet'
import { UnreadableFile } from '../../src/features/setup/unreadable-file'
import { makeXlsx, workbookParts, zipped } from '../support/xlsx'
import { readSpreadsheet } from './read-spreadsheet'

const { unreadable } = importTexts
const HEADING = ['Ime', 'Prezime', 'E-mail', 'Mobitel']
const person = (name: string, mobile: string | number = '0911234567') => [
  name,
  'X',
  `${name.toLowerCase()}@example.hr`,
  mobile,
]
const ROWS = [HEADING, person('Ana'), person('Bo'), person('Cvita')]

function decide(bytes: Uint8Array, decision: Partial<SheetDecision> = {}) {
  const { table, ...rest } = chooseTable(readSheets(bytes), {
    sheet: null,
    withHidden: false,
    ...decision,
  })
  const names =
    table !== undefined && isTable(table)
      ? table.rows.map(({ cells }) => cells[0])
      : (table?.problem ?? null)
  return { names, ...rest }
}

describe('fault 90: a workbook is read as its owner sees it', () => {
  test('fault 90: hidden rows are left out and counted, and read on request', () => {
    const bytes = makeXlsx({ name: 'Prijave', rows: ROWS, hidden: [3, 4] })
    expect(decide(bytes)).toMatchObject({ names: ['Ana'], skippedRows: 2, skippedSheets: 0 })
    expect(decide(bytes, { withHidden: true })).toMatchObject({
      names: ['Ana', 'Bo', 'Cvita'],
      skippedRows: 0,
    })
    expect([1, 2, 5].map(importTexts.skippedRows)).toEqual([
      expect.stringMatching(/^1\sskriveni redak preskočen$/),
      expect.stringMatching(/^2\sskrivena retka preskočena$/),
      expect.stringMatching(/^5\sskrivenih redaka preskočeno$/),
    ])
  })

  test('fault 90: hidden columns are left out and counted, and read on request', () => {
    const rows = ROWS.map((cells, at) => [...cells, at === 0 ? 'Stari mobitel' : '0959999999'])
    const bytes = makeXlsx({
      name: 'Prijave',
      rows: [...rows, [null, null, null, null, 'x']],
      hiddenColumns: [5, 9],
    })
    const headings = (withHidden: boolean) => {
      const { table, skippedColumns } = chooseTable(readSheets(bytes), { sheet: null, withHidden })
      const isRead = table !== undefined && isTable(table)
      return [isRead && [table.headings.at(-1), table.rows.length], skippedColumns]
    }
    expect(headings(false)).toEqual([['Mobitel', 3], 1])
    expect(headings(true)).toEqual([['Stari mobitel', 4], 0])
    expect([1, 2, 5].map(importTexts.skippedColumns)).toEqual([
      expect.stringMatching(/^1\sskriveni stupac preskočen$/),
      expect.stringMatching(/^2\sskrivena stupca preskočena$/),
      expect.stringMatching(/^5\sskrivenih stupaca preskočeno$/),
    ])
  })

  test('fault 90: rows of height 0 count as hidden, and so do rows that their sheet hides by default', () => {
    const parts = workbookParts([{ name: 'Prijave', rows: ROWS }])
    const sheet = 'xl/worksheets/sheet1.xml'
    const flat = {
      ...parts,
      [sheet]: parts[sheet]?.replace('<row r="3">', '<row r="3" ht="0" customHeight="1">') ?? '',
    }
    expect(decide(zipped(flat)).names).toEqual(['Ana', 'Cvita'])
    const zero = {
      ...parts,
      [sheet]:
        parts[sheet]
          ?.replace('<sheetData>', '<sheetFormatPr zeroHeight="1"/><sheetData>')
          .replaceAll(/<row r="([12])">/g, '<row r="$1" hidden="0">') ?? '',
    }
    expect(decide(zipped(zero))).toMatchObject({ names: ['Ana'], skippedRows: 2 })
  })

  test.each(['hidden', 'veryHidden'] as const)(
    'fault 90: a %s sheet is left out, and can be chosen on request',
    (state) => {
      const bytes = makeXlsx(
        { name: 'Lani', state, rows: [HEADING, person('Stari')] },
        { name: 'Prijave', rows: ROWS },
      )
      expect(decide(bytes)).toMatchObject({
        names: ['Ana', 'Bo', 'Cvita'],
        among: [],
        skippedSheets: 1,
      })
      const taken = decide(bytes, { withHidden: true })
      expect(taken).toMatchObject({ names: null, skippedSheets: 0 })
      expect(taken.among.map(({ name }) => name)).toEqual(['Lani', 'Prijave'])
    },
  )

  test('fault 90: a file with everything hidden says so, and is read on request', () => {
    const rows = makeXlsx({ name: 'Prijave', rows: ROWS, hidden: [2, 3, 4] })
    expect(decide(rows)).toMatchObject({ names: unreadable.empty, skippedRows: 3 })
    expect(decide(rows, { withHidden: true }).names).toHaveLength(3)
    const sheets = makeXlsx({ name: 'Prijave', state: 'hidden', rows: ROWS })
    expect(decide(sheets)).toMatchObject({ names: unreadable.empty, skippedSheets: 1 })
    expect(decide(sheets, { withHidden: true }).names).toHaveLength(3)
  })

  test('fault 90: one of several sheets with rows can be chosen, or all if they have the same columns', () => {
    const bytes = makeXlsx(
      { name: 'Graf', isChart: true },
      { name: 'Subota', rows: ROWS },
      { name: 'Nedjelja', rows: [HEADING, person('Dora', '091')] },
      { name: 'Prazan' },
    )
    const asked = decide(bytes)
    expect(asked).toMatchObject({ names: null, areOfOneShape: true })
    expect(asked.among.map(({ name, rows }) => [name, rows])).toEqual([
      ['Subota', 3],
      ['Nedjelja', 1],
    ])
    expect(decide(bytes, { sheet: asked.among[1]?.index ?? null }).names).toEqual(['Dora'])
    expect(decide(bytes, { sheet: ALL_SHEETS }).names).toEqual(['Ana', 'Bo', 'Cvita', 'Dora'])
    const { table } = chooseTable(readSheets(bytes), { sheet: ALL_SHEETS, withHidden: false })
    const places =
      table !== undefined && isTable(table)
        ? table.rows.map(({ row }) => importTexts.inRow(row))
        : []
    expect(places).toEqual([
      '1.\u00a0list, 2.\u00a0redak',
      '1.\u00a0list, 3.\u00a0redak',
      '1.\u00a0list, 4.\u00a0redak',
      '2.\u00a0list, 2.\u00a0redak',
    ])
  })

  test('fault 90: a chart or a summary before the list is not taken for the list', () => {
    const list = { name: 'Prijave', rows: ROWS }
    expect(decide(makeXlsx({ name: 'Graf', isChart: true }, list)).names).toHaveLength(3)
    const summary = makeXlsx(
      {
        name: 'Sažetak',
        rows: [
          ['Prijavljeno', 'Plaćeno'],
          [3, 2],
        ],
      },
      list,
    )
    expect(decide(summary)).toMatchObject({ names: null, areOfOneShape: false })
    expect(decide(summary, { sheet: ALL_SHEETS }).names).toBeNull()
    expect(decide(summary, { sheet: 1 }).names).toHaveLength(3)
  })

  test('fault 90: a merged cell counts for each covered row that has other cells', () => {
    const rows = [
      ['Štand', 'Ime', 'Prezime'],
      ['Arkade', 'Ana', 'A'],
      [null, 'Bo', 'B'],
      [null, null, null],
      ['VR', 'Cvita', 'C'],
      [null, 'Dora', 'D'],
    ]
    const sheet = readSpreadsheet(
      makeXlsx({ name: 'Štandovi', rows, merged: ['A2:A4', 'A5:A5', 'A1:B1'] }),
    )
    expect(sheet.rows.map(({ row, cells }) => [row, ...cells])).toEqual([
      [2, 'Arkade', 'Ana', 'A'],
      [3, 'Arkade', 'Bo', 'B'],
      [5, 'VR', 'Cvita', 'C'],
      [6, '', 'Dora', 'D'],
    ])
  })

  test('fault 90: a phone number that a sheet stored as a number is read if no digit is lost', () => {
    const sheet = readSpreadsheet(
      makeXlsx({
        name: 'Prijave',
        rows: [
          HEADING,
          person('Ana', 385_911_234_567),
          person('Bo', '3,85911234567E+11'),
          person('Cvita', '3,85912E+11'),
        ],
      }),
    )
    const { columns } = columnsOf(sheet.headings, 'players')
    expect(sheet.rows.map((row) => personOf(row, columns).mobile)).toEqual([
      '+385911234567',
      '+385911234567',
      '3,85912E+11',
    ])
  })
})

test('an import takes the 5,000 players of the largest planned event from one workbook', () => {
  const rows = Array.from({ length: 5_000 }, () => person('Ana'))
  const names = decide(makeXlsx({ name: 'Prijave', rows: [HEADING, ...rows] })).names
  expect(names).toHaveLength(5_000)
})

describe('fault 90: a file that cannot be read says why in one sentence, at once', () => {
  const problemOf = (bytes: Uint8Array) => {
    const began = process.cpuUsage()
    try {
      readSheets(bytes)
      return 'read'
    } catch (reason) {
      if (!(reason instanceof UnreadableFile)) throw reason
      expect(process.cpuUsage(began).user / 1_000).toBeLessThan(3_000)
      return reason.message
    }
  }
  const OLD = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]
  const parts = workbookParts([{ name: 'Prijave', rows: ROWS }])
  const sheet = 'xl/worksheets/sheet1.xml'

  test('fault 90: a file with a password is distinguished from an old Excel file', () => {
    const name = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0])
    expect(problemOf(Uint8Array.from([...OLD, ...new Array<number>(512).fill(0), ...name]))).toBe(
      unreadable.password,
    )
    expect(problemOf(Uint8Array.from([...OLD, ...new Array<number>(512).fill(0)]))).toBe(
      unreadable.old_excel,
    )
    const locked = zipped(parts)
    const directory = Buffer.from(locked).indexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    locked[directory + 8] = 1
    expect(problemOf(locked)).toBe(unreadable.password)
  })

  test('fault 90: unpacking stops at 50 MiB, whatever size the file states', () => {
    const whole = zipSync(
      {
        ...Object.fromEntries(
          Object.entries(parts).map(([part, text]) => [part, strToU8(text)] as const),
        ),
        [sheet]: new Uint8Array(80 * 1024 ** 2),
      },
      { level: 1 },
    )
    expect(whole.length).toBeLessThan(1024 ** 2)
    expect(problemOf(whole)).toBe(unreadable.too_large_unpacked)
    const directory = Buffer.from(whole).lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]))
    new DataView(whole.buffer).setUint32(directory + 24, 100, true)
    expect(problemOf(whole)).toBe(unreadable.too_large_unpacked)
  })

  test.each([
    ['a cut file', zipped(parts).subarray(0, 600)],
    ['no workbook in it', zipped({ 'word/document.xml': '<document/>' })],
    ['a broken sheet', zipped({ ...parts, [sheet]: '<worksheet><sheetData><row' })],
    ['broken packed data', zipped(parts).map((byte, at) => (at > 60 && at < 120 ? 0xff : byte))],
    ['overlapping merged cells', zipped({ ...parts, [sheet]: overlappingMerges() })],
  ])('fault 90: %s', (_what, bytes) => {
    expect(problemOf(bytes)).toBe(unreadable.no_table)
  })

  /** A sheet with many merged cells that cover the same rows. */
  function overlappingMerges(): string {
    const rows = Array.from(
      { length: 2_000 },
      (_, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>1</v></c></row>`,
    ).join('')
    return `<worksheet><sheetData>${rows}</sheetData>${'<mergeCell ref="A1:A2000"/>'.repeat(50_000)}</worksheet>`
  }

  test('fault 90: thousands of odd, huge or far cells are read or refused within seconds', () => {
    const stacked = `a${'\u0316'.repeat(30_000)}`
    const odd = makeXlsx({
      name: 'Prijave',
      rows: [HEADING, ...Array.from({ length: 50 }, () => person(stacked))],
    })
    expect(problemOf(odd)).toBe('read')
    const far = Array.from(
      { length: 100_000 },
      (_, at) => `<row r="${at + 1}"><c r="XFD${at + 1}"><v>1</v></c><c r="A1"><v>2</v></c></row>`,
    )
    expect(
      problemOf(
        zipped({
          ...parts,
          [sheet]: `<worksheet><sheetData>${far.join('')}</sheetData></worksheet>`,
        }),
      ),
    ).toBe(unreadable.no_table)
  })
})
