/** What the time helpers say where there is no duration or date to show. */
export const timeTexts = {
  invalidDuration: 'Nevažeći unos',
  invalidDate: 'Nevažeći datum',
  justNow: 'upravo sada',
  ago: (amount: string) => `prije ${amount}`,
} as const
