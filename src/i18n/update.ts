export const updateTexts = {
  available: 'Dostupna je nova verzija.',
  refresh: 'Osvježi',
} as const
