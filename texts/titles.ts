import { sessionTexts } from './session'

/** The app's places: the bar on a phone, the header on a desktop. */
export const placesTexts = {
  nav: 'Glavna navigacija',
  card: { name: sessionTexts.myCard, short: 'Kartica' },
  booths: { name: 'Štandovi', short: 'Štandovi' },
  ranking: { name: 'Poredak', short: 'Poredak' },
  team: { name: 'Tim', short: 'Tim' },
  board: { name: sessionTexts.board, short: 'Ploča' },
  awards: { name: 'Dodjele', short: 'Dodjele' },
  tags: { name: 'Oznake', short: 'Oznake' },
} as const

/** Document titles by screen; the landing page keeps the title from index.html. */
export const titleTexts = {
  screen: (name: string, product: string) => `${name} - ${product}`,
  signIn: sessionTexts.signIn,
  register: sessionTexts.register,
  link: sessionTexts.linkTitle,
  invitation: 'Poziv u tim',
  terms: 'Uvjeti Korištenja i Politika Privatnosti',
  card: sessionTexts.myCard,
  board: sessionTexts.board,
  booths: placesTexts.booths.name,
  ranking: placesTexts.ranking.name,
  team: placesTexts.team.name,
  awards: placesTexts.awards.name,
  tagWriting: 'Pisanje oznaka',
  award: 'Dodijeli bodove',
  scan: 'Skenirana oznaka',
  organiser: 'Upravljanje igrom',
  setup: 'Priprema',
  firstOrganiser: 'Prvi organizator',
} as const
