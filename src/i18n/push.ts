import { nouns } from './nouns'
import { counted } from './plural'

/** Notifications of a phone in the pocket, and the ways to switch them on and off. */
export const pushTexts = {
  pointsTitle: (points: number) => `+${counted(points, nouns.point)}`,
  pointsFrom: (team: string, from: readonly string[]) => `${team}: ${from.join(', ')}`,
  requestTitle: (nickname: string) => `Novi zahtjev: ${nickname}`,
  requestText: (team: string) => `Zahtjev za pridruživanje timu ${team} čeka Vašu odluku.`,
  acceptedTitle: (team: string) => `Primljeni ste u tim ${team}.`,
  acceptedText: 'Otvorite svoju karticu.',
  rejectedTitle: 'Zahtjev je odbijen.',
  rejectedText: (team: string) => `Tim ${team} nije prihvatio zahtjev. Pokušajte s drugim timom ili osnujte svoj.`,

  messageTitle: 'Poruka organizatora',

  offerTitle: 'Obavijesti',
  offerText: 'Javit ćemo kada stignu bodovi ili zahtjev, i dok je aplikacija zatvorena.',
  turnOn: 'Uključi obavijesti',
  notNow: 'Ne sada',
  turnOff: 'Isključi obavijesti',
  on: 'Obavijesti su uključene.',
  off: 'Obavijesti su isključene.',
  denied: 'Obavijesti su odbijene. Dopustite ih u postavkama preglednika.',
  failed: 'Obavijesti nisu uključene. Pokušajte ponovno.',
} as const
