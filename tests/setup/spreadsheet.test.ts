import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import writeWorkbook from 'write-excel-file/node'
import { firstName } from '#contract/form-fields'
import { importTexts } from '#texts/import'
import { type Columns, columnsOf, personOf, plainNumber } from '../../src/features/setup/columns'
import type { Spreadsheet } from '../../src/features/setup/sheets'
import { MAX_ROWS } from '../../src/features/setup/spreadsheet'
import { UnreadableFile } from '../../src/features/setup/unreadable-file'
import { readSpreadsheet } from './read-spreadsheet'

const utf8 = (text: string) => new TextEncoder().encode(text)
const read = async (text: string) => readSpreadsheet(utf8(text))
async function peopleIn(sheet: Spreadsheet, columns?: Columns) {
  return sheet.rows.map((row) =>
    personOf(row, columns ?? columnsOf(sheet.headings, 'players').columns),
  )
}
function problemOf(bytes: Uint8Array) {
  try {
    readSpreadsheet(bytes)
    return null
  } catch (reason) {
    return reason instanceof UnreadableFile ? reason.message : reason
  }
}

const ZELJKO = {
  first_name: 'Željko',
  last_name: 'Šimić',
  email: 'z@example.hr',
  mobile: '0911234582',
  nickname: 'žac',
}
const TABLE = 'Ime;Prezime;E-mail;Mobitel;Nadimak\r\nŽeljko;Šimić;z@example.hr;0911234582;žac\r\n'

const WINDOWS_1250: Readonly<Record<string, number>> = { Ž: 0x8e, ž: 0x9e, Š: 0x8a, ć: 0xe6 }
const utf16 = (text: string, big: boolean) =>
  Uint8Array.from(
    [...text].flatMap((letter) => {
      const code = letter.charCodeAt(0)
      return big ? [code >> 8, code & 255] : [code & 255, code >> 8]
    }),
  )

describe('a list from another program is read', () => {
  test.each([
    ['UTF-8', utf8(TABLE)],
    ['UTF-8 with a byte order mark', utf8(`\uFEFF${TABLE}`)],
    [
      'Windows-1250',
      Uint8Array.from([...TABLE].map((letter) => WINDOWS_1250[letter] ?? letter.charCodeAt(0))),
    ],
    ['UTF-16', utf16(`\uFEFF${TABLE}`, false)],
    ['UTF-16, big-endian', utf16(`\uFEFF${TABLE}`, true)],
  ])('in %s', async (_name, bytes) => {
    expect(await peopleIn(readSpreadsheet(bytes))).toEqual([ZELJKO])
  })

  test.each([
    ['commas', TABLE.replaceAll(';', ',')],
    ['tabs', TABLE.replaceAll(';', '\t')],
    ['a first line sep=;', `sep=;\r\n${TABLE}`],
    ['a first line sep=|', `sep=|\r\n${TABLE.replaceAll(';', '|')}`],
    ['empty rows', `${TABLE.replace('\r\n', '\r\n;;;;\r\n\r\n')};;;;\r\n`],
    [
      'a sixth column and a row without its last separator',
      TABLE.replace('Nadimak', 'Nadimak;Napomena'),
    ],
    ['more separators at the end', TABLE.replaceAll('\r\n', ';;;\r\n')],
    [
      'commas in the heading of a column that is not read',
      TABLE.replace('Nadimak', 'Nadimak;Napomena (alergije, prehrana, prijevoz, veličina, majice)'),
    ],
    [
      'additions in parentheses and stars',
      TABLE.replace(
        /^.*$/m,
        'IME (obavezno);Prezime *;E-pošta [obavezno];Broj mobitela (obavezno);Nadimak (po želji)',
      ),
    ],
    [
      'English headings',
      TABLE.replace(/^.*$/m, 'First name;Last name;E-mail;Phone number;Nickname'),
    ],
    ['other Croatian headings', TABLE.replace(/^.*$/m, 'Ime;Prezime;Mail;Mobilni telefon;Nick')],
    ['a title above the heading', `Prijave za natjecanje\r\n\r\n${TABLE}`],
    ['numbers kept as text by a formula', TABLE.replace('0911234582', '="0911234582"')],
    ['the same formula in quotes', TABLE.replace('0911234582', '"=""0911234582"""')],
    ['numbers kept as text by an apostrophe', TABLE.replace('0911234582', "'0911234582")],
    ['lost leading zeros', TABLE.replace('0911234582', '911234582')],
    ['a quote that never ends', TABLE.replace('Nadimak', 'Nadimak;Nap"omena')],
  ])('with %s', async (_name, text) => {
    expect(await peopleIn(await read(text))).toEqual([ZELJKO])
  })

  test('as .xlsx, with numbers in numeric cells and the rows as the spreadsheet counts them', async () => {
    const bold = (value: string) => ({ value, fontWeight: 'bold' as const })
    const rows = [
      ['Ime', 'Prezime', 'E-mail', 'Mobitel (obavezno)', 'Nadimak'].map(bold),
      [null, null, null, null, null],
      ['Željko', 'Šimić', 'z@example.hr', 911_234_582, 'žac'],
      ['Iva', 'Iv', 'i@example.hr', 385_911_234_583, null],
      ['Ana', 'An', 'a@example.hr', '="0911234584"', null],
    ]
    const bytes = Uint8Array.from(await writeWorkbook(rows).toBuffer())
    const sheet = readSpreadsheet(bytes)
    expect(sheet.rows.map(({ row }) => row)).toEqual([3, 4, 5])
    expect((await peopleIn(sheet)).map(({ mobile }) => mobile)).toEqual([
      '0911234582',
      '+385911234583',
      '0911234584',
    ])
    expect((await peopleIn(sheet))[0]).toEqual(ZELJKO)
  })

  test('without headings: the columns get letters, and the first row counts as a person', async () => {
    const sheet = await read(
      'Ana;Anić;ana@example.hr;0911234582\r\nBo;Bić;bo@example.hr;0911234583\r\n',
    )
    expect(sheet.headings).toEqual(['A', 'B', 'C', 'D'])
    expect(
      await peopleIn(sheet, { first_name: 0, last_name: 1, email: 2, mobile: 3 }),
    ).toMatchObject([{ first_name: 'Ana', mobile: '0911234582' }, { first_name: 'Bo' }])
  })
})

test('if two columns fit a field, none is used without a choice: no link goes to a parent’s phone', async () => {
  const certain = { first_name: 0, last_name: 1, email: 2 }
  const columns = (decided?: object) =>
    columnsOf(['Ime', 'Prezime', 'E-mail', 'Mobitel', 'Telefon'], 'players', decided)
  expect(columns()).toEqual({
    columns: certain,
    several: new Map([['mobile', ['Mobitel', 'Telefon']]]),
  })
  expect(columns({ mobile: 4 })).toEqual({ columns: { ...certain, mobile: 4 }, several: new Map() })
  expect(columns({ mobile: null })).toEqual({ columns: certain, several: new Map() })
})

test.each([
  ['911234582', '0911234582'],
  ['91123458', '091123458'],
  ['385911234582', '+385911234582'],
  ['3.85911234582E+11', '+385911234582'],
  ['3,85911234582E11', '+385911234582'],
  ['9.11234582E8', '0911234582'],
  ['911234582.0', '0911234582'],
  ['3,85911E+11', null],
  ['0911234582', '0911234582'],
  ['+385 91 123 4582', '+385 91 123 4582'],
])('a spreadsheet’s %j is read as the phone number %j', (cell, number) => {
  expect(plainNumber(cell)).toBe(number)
})

test('a file that cannot be used is refused as a whole, with the reason', async () => {
  const { unreadable } = importTexts
  const many = (count: number) =>
    utf8(TABLE + 'Ana;Anić;a@example.hr;0911234583;\r\n'.repeat(count))
  expect(problemOf(utf8(''))).toBe(unreadable.empty)
  expect(problemOf(utf8(';;;\r\n;;\r\n'))).toBe(unreadable.empty)
  expect(problemOf(utf8('Ime;Prezime;E-mail;Mobitel\r\n'))).toBe(unreadable.empty)
  expect(problemOf(utf8('Dragi svi,\nvidimo se u subotu.\n').slice(0, 9))).toBe(unreadable.no_table)
  expect(problemOf(Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]))).toBe(
    unreadable.old_excel,
  )
  expect(problemOf(Uint8Array.from([0x50, 0x4b, 3, 4, 1, 2, 3]))).toBe(unreadable.no_table)
  expect(problemOf(Uint8Array.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 0, 0]))).toBe(
    unreadable.no_table,
  )
  expect(problemOf(many(MAX_ROWS))).toBe(unreadable.too_many_rows(MAX_ROWS + 1, MAX_ROWS))
  expect(problemOf(many(MAX_ROWS - 1))).toBeNull()
  expect(problemOf(new Uint8Array(5 * 1024 ** 2 + 1))).toBe(unreadable.too_large)
})

describe('fault 83: a cell that is slow to read', () => {
  const LENGTH = 60_000

  async function peopleWith(cell: string) {
    const before = process.cpuUsage()
    const sheet = await read(
      `Ime;Prezime;E-mail;Mobitel;${cell}\r\n${cell};Šimić;z@example.hr;0911234582;\r\n`,
    )
    const people = await peopleIn(sheet)
    return { people, cost: process.cpuUsage(before).user }
  }

  test.each([
    ['stacked marks', 'a\u0345\u0316'],
    ['brackets', '('],
    ['spaces', ' '],
  ])(
    'fault 83: a cell of %s costs about as much as a cell of letters, and is still refused',
    async (_what, text) => {
      const odd = `a${text.charAt(0)}${text.slice(-2).repeat(LENGTH / 2)}b`
      await peopleWith('a'.repeat(odd.length))
      const [letters, { people, cost }] = [
        await peopleWith('a'.repeat(odd.length)),
        await peopleWith(odd),
      ]
      expect(cost).toBeLessThan(5 * letters.cost + 100_000)
      expect(v.safeParse(firstName, people[0]?.first_name).issues?.[0].message).toBe('oversized')
    },
  )
})
