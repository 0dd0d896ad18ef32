import type { SheetRow } from './spreadsheet'

/** What a column of a spreadsheet may hold, with the headings that it is known by: their letters alone, in lower case. */
const HEADINGS = {
  booth: 'stand naziv nazivstanda imestanda name booth boothname vendor vendorname',
  location: 'lokacija mjesto mjestostanda location place',
  description: 'opis opisstanda description',
  point_types: 'bodovi vrstebodova vrstabodova pointtypes points',
  first_name: 'ime firstname givenname',
  last_name: 'prezime lastname surname familyname',
  email: 'email mail eposta emailadresa mailadresa adresaeposte emailaddress',
  mobile:
    'mobitel brojmobitela mobilni mobilnitelefon brojmobilnogtelefona mob gsm telefon brojtelefona tel broj kontakt kontaktbroj kontakttelefon mobile mobilenumber mobilephone phone phonenumber telephone cell cellphone',
  nickname: 'nadimak nick nickname korisnickoime username',
} as const
export type Field = keyof typeof HEADINGS

const PERSON = ['first_name', 'last_name', 'email', 'mobile', 'nickname'] as const
export type PersonField = (typeof PERSON)[number]

/** What each import reads, and what it cannot do without. */
export const IMPORTS = {
  players: { fields: PERSON, needed: ['first_name', 'last_name', 'email', 'mobile'] },
  booths: { fields: ['booth', 'location', 'description', 'point_types', ...PERSON], needed: ['booth'] },
} as const satisfies Record<string, { readonly fields: readonly Field[]; readonly needed: readonly Field[] }>
export type ImportKind = keyof typeof IMPORTS

const FIELD_OF = new Map(
  Object.entries(HEADINGS).flatMap(([field, names]) => names.split(' ').map((name) => [name, field as Field] as const)),
)

/** Without additions in parentheses, marks and case. */
function fieldOf(heading: string): Field | undefined {
  const letters = heading
    .replace(/\(.*?\)|\[.*?\]/g, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
  return FIELD_OF.get(letters.normalize('NFD').replace(/[^a-z]/g, ''))
}

export const isKnownHeading = (heading: string): boolean => fieldOf(heading) !== undefined

/** The column of each field, by its place. */
export type Columns = Readonly<Partial<Record<Field, number>>>

/** What somebody has decided about a field: its column; null for none. */
export type Decisions = Readonly<Partial<Record<Field, number | null>>>

/** The column of each field as far as it is certain, and the headings of those that several columns may be: nobody but the organiser knows. */
export function columnsOf(headings: readonly string[], kind: ImportKind, decided: Decisions = {}) {
  const columns: Partial<Record<Field, number>> = {}
  const several = new Map<Field, readonly string[]>()
  for (const field of IMPORTS[kind].fields) {
    const fitting = headings.flatMap((heading, index) => (fieldOf(heading) === field ? [index] : []))
    const [only = null, ...others] = fitting
    const chosen = decided[field]
    if (chosen === undefined && others.length > 0) {
      several.set(
        field,
        fitting.map((index) => headings[index] ?? ''),
      )
      continue
    }
    const column = chosen === undefined ? only : chosen
    if (column !== null) columns[field] = column
  }
  return { columns, several }
}

/** A number as it was before a spreadsheet took it for one: with its zero or plus; null where digits are lost. */
export function plainNumber(cell: string): string | null {
  const power = /^(\d)(?:[.,](\d*))?E\+?(\d{1,2})$/i.exec(cell)
  if (power !== null) {
    const [, first = '', decimals = '', exponent = '0'] = power
    return decimals.length < Number(exponent) ? null : plainNumber(`${first}${decimals.slice(0, Number(exponent))}`)
  }
  const digits = cell.replace(/^(\d+)[.,]0+$/, '$1')
  if (/^9\d{7,8}$/.test(digits)) return `0${digits}`
  return /^[1-9]\d{9,14}$/.test(digits) ? `+${digits}` : digits
}

/** The value of a field in a row; empty if it has no column. */
export function cellOf({ cells }: SheetRow, columns: Columns, field: Field): string {
  const column = columns[field]
  return column === undefined ? '' : (cells[column] ?? '')
}

export type TypedPerson = Readonly<Record<PersonField, string>>

/** A person as a row has them. A number that lost digits stays as it is, to be shown. */
export function personOf(row: SheetRow, columns: Columns): TypedPerson {
  const value = (field: PersonField) => cellOf(row, columns, field)
  return {
    ...{ first_name: value('first_name'), last_name: value('last_name'), email: value('email') },
    ...{ mobile: plainNumber(value('mobile')) ?? value('mobile'), nickname: value('nickname') },
  }
}

/** The same for two spellings of a number; only to find those that stand twice, the server knows what a number is. */
export function numberKey(typed: string): string {
  const digits = typed.replace(/[^\d+]/g, '').replace(/^\+|^00/, '')
  return digits.startsWith('0') ? `385${digits.slice(1)}` : digits
}
