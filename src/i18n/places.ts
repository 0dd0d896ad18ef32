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
