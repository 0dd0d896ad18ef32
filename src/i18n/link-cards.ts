/** Texts of the printed cards that sign staff in. */
export const linkCardTexts = {
  title: 'Ispis: linkovi za prijavu',
  heading: (host: string) => `${host} · link vrijedi za jednu prijavu, samo za osobu čije je ime uz njega`,
  code: (name: string) => `QR kod za prijavu: ${name}`,
} as const
