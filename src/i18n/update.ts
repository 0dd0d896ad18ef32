/** A new version of the app. */
export const updateTexts = {
  available: 'Dostupna je nova verzija.',
  refresh: 'Osvježi',
} as const
