import { nouns } from './nouns'
import { counted } from './plural'

/** Texts of the printed sheets of QR codes. */
export const tagSheetTexts = {
  title: (count: number) => `Ispis: ${counted(count, nouns.tag)}`,
  howToPrint: 'Ispišite na papir A4 u stvarnoj veličini (100 %), bez zaglavlja preglednika, pa izrežite po crtama.',
  team: 'Timska oznaka',
  booth: (name: string) => `Štand: ${name}`,
  bonus: (label: string) => `Bonus: ${label}`,
  range: (from: number, to: number, count: number) => `${from}.–${to}. od ${count}`,
  page: (page: number, pages: number) => `list ${page} od ${pages}`,
  code: (id: string) => `QR kod oznake ${id}`,
} as const
