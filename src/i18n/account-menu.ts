import { awardsWaiting } from './waiting'

/** The account menu and signing out. */
export const accountMenuTexts = {
  title: 'Račun',
  profile: 'Profil',
  terms: 'Uvjeti i privatnost',
  signOut: 'Odjava',
  signOutWaitingTitle: 'Odjava prije slanja',
  signOutWaiting: (count: number) =>
    `${awardsWaiting(count)}. Ništa se ne gubi: ostaje na ovom uređaju i šalje se kad se ponovno prijavite istim računom.`,
  signOutUnreadable:
    'Dodjele koje čekaju na ovom uređaju trenutačno se ne mogu pročitati, pa se ne zna je li sve upisano. Odjava ih ne briše: šalju se kad se ponovno prijavite istim računom.',
  signOutAnyway: 'Odjavi me',
  signedOut: 'Uspješno ste odjavljeni.',
} as const
