import { expect, test } from 'vitest'
import { columnsOf, type ImportKind, personOf } from '../../src/features/setup/columns'
import { splitName, withSplitNames } from '../../src/features/setup/full-names'
import { readSpreadsheet } from './read-spreadsheet'

function namesIn(heading: string, name: string, kind: ImportKind = 'players', edits = new Map()) {
  const sheet = readSpreadsheet(new TextEncoder().encode(`${heading}\n${name}\n`))
  const split = withSplitNames(sheet, columnsOf(sheet.headings, kind).columns, edits)
  return split.spreadsheet.rows.map((row) => {
    const { first_name, last_name } = personOf(row, split.columns)
    return [first_name, last_name]
  })
}

test.each([
  ['Ime i prezime;E-mail', 'Ana Marija Horvat;a@example.hr', ['Ana Marija', 'Horvat']],
  ['Prezime i ime;E-mail', 'Horvat Ana Marija;a@example.hr', ['Ana Marija', 'Horvat']],
  ['Name;E-mail', 'Horvat, Ana;a@example.hr', ['Ana', 'Horvat']],
  ['Name;E-mail', 'Horvat, Ana, dr.;a@example.hr', ['Ana, dr.', 'Horvat']],
  ['Sudionik;E-mail', 'Ana;a@example.hr', ['Ana', '']],
  ['Ime;Prezime;Igrač', 'Ana;Horvat;ana_h', ['Ana', 'Horvat']],
  ['Name;Surname;E-mail', 'Ana Marija;Horvat Novak;a@example.hr', ['Ana Marija', 'Horvat Novak']],
])('fault 90: from the columns %j, the row %j gives the names %j', (heading, row, names) => {
  expect(namesIn(heading, row)).toEqual([names])
})

test('fault 90: a split that the organiser corrected is kept', () => {
  const edits = new Map([[2, { first_name: 'Ana', last_name: 'Marija Horvat' }]])
  expect(
    namesIn('Ime i prezime;E-mail', 'Ana Marija Horvat;a@example.hr', 'players', edits),
  ).toEqual([['Ana', 'Marija Horvat']])
  expect(splitName('Ana  Horvat')).toEqual({ first_name: 'Ana', last_name: 'Horvat' })
})

test('fault 90: a column Name holds people’s names if there is a column of booths, otherwise the booths’ names', () => {
  expect(columnsOf(['Booth', 'Name', 'Phone'], 'booths').columns).toMatchObject({
    booth: 0,
    full_name: 1,
  })
  expect(columnsOf(['Name', 'Location'], 'booths').columns).toEqual({ booth: 0, location: 1 })
  expect(columnsOf(['Booth', 'Name', 'Surname'], 'booths').columns).toEqual({
    booth: 0,
    first_name: 1,
    last_name: 2,
  })
  expect(columnsOf(['Name', 'Surname', 'Player'], 'booths').columns).toEqual({
    booth: 0,
    last_name: 1,
    full_name: 2,
  })
})
