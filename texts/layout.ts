import { dotted } from './nouns'
import { awardsWaiting } from './outbox'
import { atTime } from './time'
import { titleTexts } from './titles'

/** The app's main screens: in the bar on a phone, in the header on a desktop. */
export const navTexts = {
  nav: 'Glavna navigacija',
  card: { name: titleTexts.card, short: 'Kartica' },
  booths: { name: titleTexts.booths, short: titleTexts.booths },
  ranking: { name: titleTexts.ranking, short: titleTexts.ranking },
  team: { name: titleTexts.team, short: titleTexts.team },
  board: { name: titleTexts.board, short: 'Ploča' },
  awards: { name: titleTexts.awards, short: titleTexts.awards },
  tags: { name: 'Oznake', short: 'Oznake' },
} as const

/** The account menu, and signing out. */
export const accountMenuTexts = {
  title: 'Račun',
  profile: 'Profil',
  ownData: 'ime, uređaji',
  terms: 'Uvjeti i privatnost',
  versions: (app: string, server: string | null) =>
    dotted(`Verzija ${app}`, server === null ? null : `poslužitelj ${server}`),
  signOut: 'Odjava',
  signOutWaitingTitle: 'Odjava prije slanja',
  signOutWaiting: (count: number) =>
    `${awardsWaiting(count)}. Ništa se ne gubi: što čeka, ostaje na ovom uređaju. Poslat će se kad se ponovno prijavite istim računom.`,
  signOutUnreadable:
    'Dodjele koje čekaju na ovom uređaju trenutačno se ne mogu pročitati, pa se ne zna je li sve upisano. Odjava ih ne briše. Poslat će se kad se ponovno prijavite istim računom.',
  signOutAnyway: 'Odjavi me',
  signedOut: 'Uspješno ste odjavljeni.',
} as const

/** The sign in the header while the device is offline, and the toast when it is connected again. */
export const networkTexts = {
  away: 'Niste povezani.',
  awaySince: (time: string) => `Niste povezani. Prikazano je stanje od ${time}.`,
  awaySinceShort: (time: string) => dotted('Niste povezani', `stanje ${atTime(time)}`),
  stateOf: (time: string) => `Stanje ${atTime(time)}.`,
  back: 'Ponovno ste povezani.',
} as const
