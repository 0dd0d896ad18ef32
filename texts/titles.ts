import { sessionTexts } from './session'

/** Document titles by screen; the landing page keeps the title from index.html. */
export const titleTexts = {
  screen: (name: string, product: string) => `${name} - ${product}`,
  signIn: sessionTexts.signIn,
  register: sessionTexts.register,
  link: sessionTexts.linkTitle,
  invitation: 'Poziv u tim',
  terms: 'Uvjeti Korištenja i Politika Privatnosti',
  accessibility: 'Pristupačnost',
  card: sessionTexts.myCard,
  board: sessionTexts.board,
  booths: 'Štandovi',
  ranking: 'Poredak',
  team: 'Tim',
  awards: 'Dodjele',
  tagWriting: 'Pisanje oznaka',
  award: 'Dodijeli bodove',
  scan: 'Skenirana oznaka',
  organiser: 'Upravljanje igrom',
  setup: 'Priprema',
  firstOrganiser: 'Prvi organizator',
} as const
