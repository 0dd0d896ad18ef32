import { counted, dotted, nouns } from './nouns'
import { ordinal, place } from './numbers'
import { atTime } from './time'

/** The public ranking, on a projector and on anybody's phone. */
export const publicRankingTexts = {
  title: 'Poredak',
  latest: 'Posljednje dodjele',
  noLatest: 'Još nema dodjela.',
  empty: 'Još nema timova. Prvi će se pojaviti ovdje.',
  further: (first: number, last: number) =>
    first === last
      ? ordinal(first, 'mjesto')
      : `${place(first)} do\u00a0${ordinal(last, 'mjesto')}`,
  /** How a team's place has changed in the last hour. */
  moved: (places: number) =>
    `${counted(Math.abs(places), nouns.place)} ${places > 0 ? 'gore' : 'dolje'} u posljednjih sat vremena`,
  join: 'Pridružite se igri',
  joinCode: 'QR kod s adresom igre',
  startsIn: 'Početak za',
  endsIn: 'Do kraja',
  ended: 'Igra je završila.',
  frozen: 'Poredak je zamrznut',
  frozenSince: (time: string) => `Stanje ${atTime(time)}. Novi se bodovi otkrivaju na proglašenju.`,
  revealing: 'Otkrivanje poretka',
  hidden: 'Još nije otkriveno',
  revealedMembers: 'Članovi',
  revealed: (rank: number, team: string, points: number) =>
    `${ordinal(rank, 'mjesto')}: ${team}, ${counted(points, nouns.point)}`,
  old: (time: string) => dotted('Niste povezani', `stanje ${atTime(time)}`),
} as const
