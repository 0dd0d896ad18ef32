import type { Forms } from './nouns'

/** A unit of time; `accusative` is its singular after "prije" and "za". */
export interface TimeUnit extends Forms {
  readonly accusative: string
}

export const timeUnits = {
  second: { one: 'sekunda', few: 'sekunde', other: 'sekundi', accusative: 'sekundu' },
  minute: { one: 'minuta', few: 'minute', other: 'minuta', accusative: 'minutu' },
  hour: { one: 'sat', few: 'sata', other: 'sati', accusative: 'sat' },
  day: { one: 'dan', few: 'dana', other: 'dana', accusative: 'dan' },
  month: { one: 'mjesec', few: 'mjeseca', other: 'mjeseci', accusative: 'mjesec' },
  year: { one: 'godina', few: 'godine', other: 'godina', accusative: 'godinu' },
} as const satisfies Record<string, TimeUnit>

/**
 * Puts "u" before a time of day: "u 14:05". Leaves a moment of another day unchanged, because it
 * contains "u" already: "30. rujna u 14:05".
 */
export const atTime = (moment: string) => (/^\d\d:/.test(moment) ? `u ${moment}` : moment)

/** Words for times, and texts for an invalid duration or date. */
export const timeTexts = {
  invalidDuration: 'Nevažeći unos',
  invalidDate: 'Nevažeći datum',
  today: 'Danas',
  yesterday: 'Jučer',
  /** Units so short that they need no plural. */
  short: { second: 's', minute: 'min', hour: 'h', day: 'd' },
  justNow: 'upravo sada',
  ago: (amount: string) => `prije ${amount}`,
} as const
