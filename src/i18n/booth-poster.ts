/** Texts of the printed posters of booths. */
export const boothPosterTexts = {
  title: 'Ispis: plakati štandova',
  howToPrint: 'Ispišite na papir A4 u stvarnoj veličini (100 %), bez zaglavlja preglednika.',
  scan: 'Skenirajte kod mobitelom.',
  code: (name: string) => `QR kod štanda ${name}`,
} as const
