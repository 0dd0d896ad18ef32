/** Fallbacks for a missing duration or date. */
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
