import { numeral, signed } from './numbers'

/** The forms of a Croatian noun or verb after a number. */
export interface Forms {
  readonly one: string
  readonly few: string
  readonly other: string
}

/**
 * Croatian plural rule: last digit 1 takes the singular, 2 to 4 the paucal; everything else, and 11
 * to 19 (last two digits), the genitive plural. The number is rounded first, and a negative number
 * takes the form of its absolute value.
 */
export function pluralForm(count: number, forms: Forms): string {
  const whole = Math.abs(Math.round(count))
  const lastTwo = whole % 100
  const last = whole % 10
  if (lastTwo >= 11 && lastTwo <= 19) return forms.other
  if (last === 1) return forms.one
  return last >= 2 && last <= 4 ? forms.few : forms.other
}

/** An award of 0 points: a booth handed something out once (rule 11). */
export const HANDED_OUT = 'Preuzeto'

/** An award's points in short: "+25", "Preuzeto". */
export const worth = (points: number) => (points === 0 ? HANDED_OUT : signed(points))

/** A number with its noun, with a no-break space: "1 bod", "2 boda", "5 bodova". */
export function counted(count: number, forms: Forms): string {
  return `${numeral(count)}\u00a0${pluralForm(count, forms)}`
}

/** The dot between two facts. Its no-break space keeps it from beginning a line. */
export const DOT = '\u00a0· '

/** Joins the present parts with dots. */
export const dotted = (...parts: readonly (string | null)[]) =>
  parts.filter((part) => part !== null).join(DOT)

/** The game's nouns, to be counted. */
export const nouns = {
  point: { one: 'bod', few: 'boda', other: 'bodova' },
  member: { one: 'član', few: 'člana', other: 'članova' },
  team: { one: 'tim', few: 'tima', other: 'timova' },
  booth: { one: 'štand', few: 'štanda', other: 'štandova' },
  award: { one: 'dodjela', few: 'dodjele', other: 'dodjela' },
  place: { one: 'mjesto', few: 'mjesta', other: 'mjesta' },
  attempt: { one: 'pokušaj', few: 'pokušaja', other: 'pokušaja' },
  tag: { one: 'oznaka', few: 'oznake', other: 'oznaka' },
  player: { one: 'igrač', few: 'igrača', other: 'igrača' },
  person: { one: 'osoba', few: 'osobe', other: 'osoba' },
} as const satisfies Record<string, Forms>

export const gets: Forms = { one: 'dobiva', few: 'dobivaju', other: 'dobiva' }
export const waits: Forms = { one: 'čeka', few: 'čekaju', other: 'čeka' }

/** In place of a hidden team's name on a booth's screens (rule 15). */
export const HIDDEN_TEAM = 'Skriveni tim'

/** In place of the person who wrote a message or made a correction. */
export const ORGANISER = 'Organizator'

/** The label of an adjustment among a team's points (rule 14). */
export const ADJUSTMENT = 'Ispravak organizatora'
