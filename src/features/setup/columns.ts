import { isBounded } from '#rules/text'
import type { SpreadsheetRow } from './sheets'

/** The headings that identify each import field, as `lettersOf` normalises them. */
const HEADINGS = {
  booth: 'stand naziv nazivstanda imestanda name booth boothname vendor vendorname',
  location: 'lokacija mjesto mjestostanda location place',
  description: 'opis opisstanda description',
  point_types: 'bodovi vrstebodova vrstabodova pointtypes points',
  full_name:
    'imeiprezime prezimeiime imeprezime punoime name fullname sudionik sudionica igrac osoba natjecatelj participant player',
  first_name: 'ime firstname givenname name',
  last_name: 'prezime lastname surname familyname',
  email: 'email mail eposta emailadresa mailadresa adresaeposte emailaddress',
  mobile:
    'mobitel brojmobitela mobilni mobilnitelefon brojmobilnogtelefona mob gsm telefon brojtelefona tel broj kontakt kontaktbroj kontakttelefon mobile mobilenumber mobilephone phone phonenumber telephone cell cellphone',
  nickname: 'nadimak nick nickname korisnickoime username',
} as const
export type ImportField = keyof typeof HEADINGS

const PERSON = ['first_name', 'last_name', 'email', 'mobile', 'nickname'] as const
export type PersonField = (typeof PERSON)[number]

/** All fields of each import, and the required fields. */
export const IMPORTS = {
  players: {
    fields: ['full_name', ...PERSON],
    needed: ['first_name', 'last_name', 'email', 'mobile'],
  },
  booths: {
    fields: ['booth', 'location', 'description', 'point_types', 'full_name', ...PERSON],
    needed: ['booth'],
  },
} as const satisfies Record<
  string,
  { readonly fields: readonly ImportField[]; readonly needed: readonly ImportField[] }
>
export type ImportKind = keyof typeof IMPORTS

const NAMES_OF = Object.entries(HEADINGS).map(([field, names]) => ({
  field: field as ImportField,
  names: new Set(names.split(' ')),
}))

const HEADING_MAX = 64

/** Normalises a heading to its letters, in lower case, without diacritics and text in brackets. */
function lettersOf(heading: string): string {
  if (!isBounded(heading, HEADING_MAX)) return ''
  const letters = heading
    .replace(/\([^()]*\)|\[[^[\]]*\]/g, '')
    .toLowerCase()
    .replaceAll('đ', 'd')
  return letters.normalize('NFD').replace(/[^a-z]/g, '')
}

function fieldsOf(heading: string): readonly ImportField[] {
  const letters = lettersOf(heading)
  return NAMES_OF.flatMap(({ field, names }) => (names.has(letters) ? [field] : []))
}

export const isKnownHeading = (heading: string): boolean => fieldsOf(heading).length > 0

/** True if a column of full names has last names first. */
export const isLastFirst = (heading: string): boolean => lettersOf(heading) === 'prezimeiime'

/** The index of each field's column. */
export type Columns = Readonly<Partial<Record<ImportField, number>>>

/** The columns that the organiser chose, by field; null for no column. */
export type Decisions = Readonly<Partial<Record<ImportField, number | null>>>

/**
 * Finds the columns whose headings fit a field. "Name" means a booth or a first name only if no
 * other heading does. It holds first names beside last names, otherwise whole names.
 */
function fittingOf(
  field: ImportField,
  headings: readonly string[],
  columns: Columns,
): readonly number[] {
  const fitting = headings.flatMap((heading, index) =>
    fieldsOf(heading).includes(field) ? [index] : [],
  )
  const isSure = (index: number) => !fieldsOf(headings[index] ?? '').includes('full_name')
  if (field !== 'full_name' && fitting.some(isSure)) return fitting.filter(isSure)
  if (field === 'booth') return fitting
  const hasBoth = (['first_name', 'last_name'] as const).every((one) =>
    headings.some((heading, index) => index !== columns.booth && fieldsOf(heading).includes(one)),
  )
  return hasBoth === (field === 'full_name')
    ? []
    : fitting.filter((index) => index !== columns.booth)
}

/**
 * Finds the column of each field. If several columns fit a field, it gets none, and `several` has
 * the headings of these columns: only the organiser can choose.
 */
export function columnsOf(headings: readonly string[], kind: ImportKind, decided: Decisions = {}) {
  const columns: Partial<Record<ImportField, number>> = {}
  const several = new Map<ImportField, readonly string[]>()
  for (const field of IMPORTS[kind].fields) {
    const fitting = fittingOf(field, headings, columns)
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

/**
 * Restores a phone number that a spreadsheet turned into a number, with its zero or plus; null if
 * digits are lost.
 */
export function plainNumber(cell: string): string | null {
  const power = /^(\d)(?:[.,](\d*))?E\+?(\d{1,2})$/i.exec(cell)
  if (power !== null) {
    const [, first = '', decimals = '', exponent = '0'] = power
    return decimals.length < Number(exponent)
      ? null
      : plainNumber(`${first}${decimals.slice(0, Number(exponent))}`)
  }
  const digits = cell.replace(/^(\d+)[.,]0+$/, '$1')
  if (/^9\d{7,8}$/.test(digits)) return `0${digits}`
  return /^[1-9]\d{9,14}$/.test(digits) ? `+${digits}` : digits
}

/** The value of a field in a row; empty if it has no column. */
export function cellOf({ cells }: SpreadsheetRow, columns: Columns, field: ImportField): string {
  const column = columns[field]
  return column === undefined ? '' : (cells[column] ?? '')
}

export type TypedPerson = Readonly<Record<PersonField, string>>

/** Reads a person from a row. Keeps a phone number that lost digits as it is, to show it. */
export function personOf(row: SpreadsheetRow, columns: Columns): TypedPerson {
  const value = (field: PersonField) => cellOf(row, columns, field)
  return {
    first_name: value('first_name'),
    last_name: value('last_name'),
    email: value('email'),
    mobile: plainNumber(value('mobile')) ?? value('mobile'),
    nickname: value('nickname'),
  }
}

/**
 * A key that is equal for two spellings of a phone number. Only finds duplicates: the server
 * validates numbers.
 */
export function numberKey(typed: string): string {
  const digits = typed.replace(/[^\d+]/g, '').replace(/^\+|^00/, '')
  return digits.startsWith('0') ? `385${digits.slice(1)}` : digits
}
