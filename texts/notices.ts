import { counted, dotted, nouns, ORGANISER } from './nouns'

/** Push notifications, and how to switch them on and off. */
export const pushTexts = {
  pointsTitle: (points: number) => `+${counted(points, nouns.point)}`,
  pointsFrom: (team: string, from: readonly string[]) => `${team}: ${from.join(', ')}`,
  requestTitle: (nickname: string) => `Novi zahtjev: ${nickname}`,
  requestText: (team: string) => `Zahtjev za pridruživanje timu ${team} čeka vašu odluku.`,
  acceptedTitle: (team: string) => `Primljeni ste u tim ${team}.`,
  acceptedText: 'Otvorite svoju karticu.',
  rejectedTitle: 'Zahtjev je odbijen.',
  rejectedText: (team: string) =>
    `Tim ${team} nije prihvatio zahtjev. Pokušajte s drugim timom ili osnujte svoj.`,

  messageTitle: 'Poruka organizatora',

  offerTitle: 'Obavijesti',
  offerText: 'Javit ćemo vam kad stignu bodovi ili zahtjev, čak i kad je aplikacija zatvorena.',
  turnOn: 'Uključi obavijesti',
  notNow: 'Ne sada',
  on: 'Obavijesti su uključene.',
  off: 'Obavijesti su isključene.',
  denied: 'Obavijesti su odbijene. Dopustite ih u postavkama preglednika.',
  ended: 'Prekinule su se. Dodirnite da ih ponovno uključite.',
  blocked: 'Preglednik ih ne dopušta. Dopustite ih u njegovim postavkama.',
  failed: 'Obavijesti nisu uključene. Pokušajte ponovno.',
  notOff: 'Obavijesti nisu isključene. Pokušajte ponovno.',
} as const

/** A notification whose content did not arrive. */
export const unreadTexts = {
  title: 'Ima novosti',
  text: 'Otvorite igru i pogledajte što je novo.',
} as const

/**
 * SMS. Use only characters of GSM-7: a single other one shortens an SMS from 160 to 70 characters,
 * so that the message would be billed as two.
 */
export const smsTexts = {
  signIn: (product: string, link: string, code: string) =>
    `${product} prijava: ${link}\nKod: ${code}`,
  invitation: (product: string, link: string) => `${product}: pozvani ste u igru. Prijava: ${link}`,
} as const

const unreadMessage = {
  one: 'nepročitana poruka',
  few: 'nepročitane poruke',
  other: 'nepročitanih poruka',
}

/** The organiser's messages to players and booths. */
export const messageTexts = {
  title: 'Poruke organizatora',
  none: 'Još nema poruka.',
  notLoaded: 'Poruke se ne mogu otvoriti. Povežite se i pokušajte ponovno.',
  from: (time: string) => dotted(ORGANISER, time),
  close: 'Zatvori poruku',
  unread: (count: number) => counted(count, unreadMessage),
} as const
