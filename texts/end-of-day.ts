import { counted, nouns, pluralForm } from './nouns'
import { ordinal } from './numbers'
import { atTime } from './time'

const stays = { one: 'Skriveno je', few: 'Skrivena su', other: 'Skriveno je' }

/** The end of the day in the control room, and what is printed there. */
export const endOfDayTexts = {
  done: 'gotovo',
  held: 'Tko još drži dodjele',
  noneHeld: 'Nijedan uređaj ne javlja dodjele koje čekaju slanje.',
  askBooths:
    'Uređaj bez mreže ne javlja ništa: pitajte svaki štand piše li na ploči da je sve upisano.',

  closing: 'Zatvaranje rezultata',
  isOpen: 'Rezultati su otvoreni: što stigne, odmah se broji.',
  isClosed: (at: string) => `Rezultati su zatvoreni od ${at}.`,

  late: 'Što je stiglo kasnije',
  noneLate: 'Nakon zatvaranja nije stiglo ništa.',
  lateTimes: (made: string, received: string) => `dodijeljeno ${made}, stiglo ${received}`,
  accepted: 'Prihvaćeno',
  declined: 'Odbijeno',

  revealing: 'Otkrivanje poretka',
  uncovered: (
    last: { readonly rank: number; readonly team_name: string } | undefined,
    covered: number,
  ) =>
    [
      ...(last === undefined
        ? []
        : [`Svi vide: ${ordinal(last.rank, 'mjesto')}, ${last.team_name}.`]),
      covered === 0
        ? 'Sva su mjesta otkrivena. „Otkrij poredak” pokazuje cijeli popis.'
        : `${pluralForm(covered, stays)} još ${counted(covered, nouns.place)}.`,
    ].join(' '),
  frozenSince: (at: string) => `Poredak je zamrznut od ${at}.`,

  prizes: 'Dodjela nagrada',
  prizesHint: 'Tko dolazi na pozornicu, s imenima i brojevima. Pogledajte tek kad je sve odlučeno.',
  printRanking: 'Poredak za ispis',
  back: 'Natrag na kraj',
  lastPlace: 'Posljednje mjesto s nagradom',
  lastPlaces: { 1: '1.', 3: '3.', 5: '5.', 10: '10.', 20: '20.' },
  place: (rank: number) => ordinal(rank, 'mjesto'),
  shared: 'dijele mjesto',
  noPrizes: 'Još nijedan tim nema bodova.',
  asOf: (at: string) => `Stanje ${atTime(at)}`,
  frozen: (at: string) => `Poredak je zamrznut od ${at}: ovo je stanje koje svi vide.`,
  columns: { place: 'Mjesto', team: 'Tim', members: 'Članovi', points: 'Bodovi' },
} as const
