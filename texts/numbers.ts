/**
 * A whole number as Croatian prints it: a true minus, and a narrow no-break space between thousands
 * ("12 345").
 */
export function numeral(count: number): string {
  const whole = Math.round(count)
  const digits = String(Math.abs(whole)).replace(/\B(?=(\d{3})+$)/g, '\u202f')
  return whole < 0 ? `−${digits}` : digits
}

/** Points given or taken: "+25", "−5". */
export const signed = (count: number) => `${count > 0 ? '+' : ''}${numeral(count)}`

/** A place in a ranking: "4.", "1 234.". */
export const place = (rank: number) => `${numeral(rank)}.`

/** An ordinal with its noun, with a no-break space: "4. mjesto". */
export const ordinal = (rank: number, noun: string) => `${place(rank)}\u00a0${noun}`

/** A part of a whole, with no-break spaces: "3 od 7". */
export const outOf = (part: number, whole: number) =>
  `${numeral(part)}\u00a0od\u00a0${numeral(whole)}`

/**
 * Keeps a number and what it counts on one line, with no-break spaces, as in "prije 5 minuta" or
 * "30. rujna".
 */
export const unbroken = (text: string) => text.replace(/(\d\.?) (?=[\p{L}\d])/gu, '$1\u00a0')
