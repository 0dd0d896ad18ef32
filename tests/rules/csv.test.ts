import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvTable, csvText, plainCell } from '../../src/features/setup/csv'
import { tableFile } from '../../src/features/setup/table-file'
import { readXlsx } from '../support/xlsx'

const SEPARATORS = [';', ','] as const

const lineOf = (...cells: (string | number | null)[]) => csvText([cells], ';').slice(0, -2)

test('a table is written according to RFC 4180', () => {
  const table = [
    ['a', 'b'],
    ['1,5', 'say "da"'],
    ['two\nlines', null],
    ['č', ' x '],
  ]
  expect(csvText(table, ',')).toBe('a,b\r\n"1,5","say ""da"""\r\ntwo lines,\r\nč, x \r\n')
  expect(csvText(table, ';')).toBe('a;b\r\n1,5;"say ""da"""\r\ntwo lines;\r\nč; x \r\n')
})

test.each([
  ['=1+1', "'=1+1"],
  ['+a', "'+a"],
  ['"=1', `"'""=1"`],
  ["x;=cmd|'/C calc'!A0;y", `"x;'=cmd|'/C calc'!A0;y"`],
  ['x, =1', "x,' =1"],
  ['a\n-b,\r\n\t=c', "a -b,' =c"],
  ['+385911234567', 'tel:+385911234567'],
])('the text %j cannot run in a spreadsheet', (text, written) => {
  expect(lineOf(text)).toBe(written)
})

test('numbers and other texts stay as they are', () => {
  expect(lineOf(-5, 'a=b', '', null, 'Ana-Marija, 2. – b')).toBe('-5;a=b;;;Ana-Marija, 2. – b')
})

const FORMULA = /^[=+\-@\t\r＝＋－＠]/
const hostile = fc
  .array(
    fc.constantFrom(
      ';',
      ',',
      '\t',
      '"',
      "'",
      '=',
      '+',
      '-',
      '@',
      '＝',
      ' ',
      '\r',
      '\n',
      'x',
      '1',
      'tel:',
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join(''))
const table = fc.array(fc.array(hostile, { minLength: 1, maxLength: 4 }), {
  minLength: 1,
  maxLength: 4,
})

/**
 * Returns all cells that a reader could find: those read with quotes, and those between any
 * separators and line ends.
 */
function cellsFound(text: string, delimiter: string): string[] {
  const options = {
    delimiter,
    relax_quotes: true,
    relax_column_count: true,
    record_delimiter: ['\r\n', '\n', '\r'],
  }
  let records: string[][] = []
  try {
    records = parse(text, options)
  } catch {
    // With another separator than the written one a quote may stay open. A spreadsheet then ignores
    // quotes, as the split below does.
  }
  return [...records.flat(), ...text.split(/[\r\n]/).flatMap((line) => line.split(delimiter))]
}

test('no cell is a formula, whichever separator the reader assumes', () => {
  fc.assert(
    fc.property(
      table,
      fc.constantFrom(...SEPARATORS),
      fc.constantFrom(';', ',', '\t'),
      (rows, written, read) => {
        for (const cell of cellsFound(csvText(rows, written), read)) {
          // Some readers strip quotes and spaces around a cell.
          expect(cell.replace(/^["\s]+/, '')).not.toMatch(FORMULA)
          // Such a reader may also take a quoted cell for two lines, so ignore line ends at its
          // beginning.
          expect(cell.replace(/^[\r\n]+/, '')).not.toMatch(FORMULA)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('a cell is read back unchanged, except for a space instead of a line break', () => {
  const typed = fc.constantFrom("'-5", "''=1", "a;'+1", 'tel:+385911234567', 'tel:tel:+1')
  const text = fc.oneof(
    typed,
    hostile.map((cell) => cell.replace(/[\t\r\n]+/g, ' ')),
  )
  fc.assert(
    fc.property(
      fc.array(text, { minLength: 2, maxLength: 4 }),
      fc.constantFrom(...SEPARATORS),
      (row, delimiter) => {
        const [read = []] = parse(csvText([row], delimiter), {
          delimiter,
          record_delimiter: '\r\n',
          relax_column_count: true,
        })
        expect(read.map(plainCell)).toEqual(row)
      },
    ),
  )
})

const workbook = async (table: CsvTable) =>
  Buffer.from(await (await tableFile(table, 'xlsx')).arrayBuffer())

test('in a workbook texts stay texts and numbers stay numbers, whatever their content', async () => {
  const printable = hostile.map((text) => text.replace(/\r/g, ''))
  await fc.assert(
    fc.asyncProperty(fc.array(printable, { minLength: 1, maxLength: 5 }), async (texts) => {
      const rows = [['heading', 'broj'], ...texts.map((text) => [text === '' ? null : text, 0])]
      const file = await workbook(rows)
      expect(readXlsx(file)).toEqual(rows)
    }),
    { numRuns: 10 },
  )
  const rows = [
    ['broj', 'bodovi'],
    ['+385911234567', -5],
    ['=1+1', 0],
    ['&lt; <b>\u0007', 1.5],
  ]
  expect(readXlsx(await workbook(rows))).toEqual([...rows.slice(0, 3), ['&lt; <b>', 1.5]])
})
