import { counted, nouns } from './nouns'

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

/** Texts of the printed posters of booths. */
export const boothPosterTexts = {
  title: 'Ispis: plakati štandova',
  howToPrint: 'Ispišite na papir A4 u stvarnoj veličini (100 %), bez zaglavlja preglednika.',
  scan: 'Skenirajte kod mobitelom.',
  code: (name: string) => `QR kod štanda ${name}`,
} as const

/** Texts of the printed cards that sign people in. */
export const linkCardTexts = {
  title: 'Ispis: linkovi za prijavu',
  organiser: 'Organizator',
  heading: (host: string) => `${host} · Vrijedi za jednu prijavu. Kartica vrijedi samo za osobu čije ime piše na njoj.`,
  code: (name: string) => `QR kod za prijavu: ${name}`,
} as const

/** Texts of the printed list of prizes. */
export const prizeTexts = {
  title: 'Nagrade',
  asOf: (at: Date) =>
    `Stanje ${at.toLocaleDateString('hr-HR', { day: 'numeric', month: 'long', year: 'numeric' })} u ${at.toLocaleTimeString('hr-HR', { hour: '2-digit', minute: '2-digit', hour12: false })}`,
  place: (place: number) => `${place}. mjesto`,
  shared: 'dijele mjesto',
  captain: 'kapetan',
} as const
