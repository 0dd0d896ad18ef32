/** Fallbacks for a missing duration or date. */
export const timeTexts = {
  invalidDuration: 'Nevažeći unos',
  invalidDate: 'Nevažeći datum',
  today: 'Danas',
  yesterday: 'Jučer',
  justNow: 'upravo sada',
  ago: (amount: string) => `prije ${amount}`,
} as const
