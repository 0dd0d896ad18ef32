import { placesTexts } from './places'
import { sessionTexts } from './session'

/** Document titles by screen; the landing page keeps the title from index.html. */
export const titleTexts = {
  screen: (name: string, product: string) => `${name} - ${product}`,
  signIn: sessionTexts.signIn,
  register: sessionTexts.register,
  link: sessionTexts.linkTitle,
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
  organiser: 'Kontrolna soba',
} as const
