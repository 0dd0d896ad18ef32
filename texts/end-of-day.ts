import { counted, pluralForm } from './nouns'

const item = { one: 'zakašnjela stavka', few: 'zakašnjele stavke', other: 'zakašnjelih stavki' }
const waits = { one: 'čeka', few: 'čekaju', other: 'čeka' }

/** The end of the day in the control room, and what is printed there. */
export const endOfDayTexts = {
  done: 'gotovo',
  held: 'Tko još drži dodjele',
  noneHeld: 'Nijedan uređaj ne javlja dodjele koje čekaju slanje.',
  askBooths: 'Uređaj bez mreže ne javlja ništa: pitajte svaki štand piše li na ploči da je sve upisano.',

  closing: 'Zatvaranje rezultata',
  isOpen: 'Rezultati su otvoreni: što stigne, odmah se broji.',
  isClosed: (at: string) => `Rezultati su zatvoreni od ${at}.`,
  close: 'Zatvori rezultate',
  closeText: 'Što stigne nakon zatvaranja broji se tek kad to ovdje prihvatite. Rezultati se mogu ponovno otvoriti.',
  closeWaiting: (count: string) => `Na uređajima još uvijek ${count}. `,
  reopen: 'Ponovno otvori rezultate',
  reopenText: 'Što stigne od sada, opet se odmah broji. Što je već zakasnilo, čeka vašu odluku.',

  late: 'Što je stiglo kasnije',
  noneLate: 'Nakon zatvaranja nije stiglo ništa.',
  lateWaits: (count: number) => `Na odluku ${pluralForm(count, waits)} ${counted(count, item)}`,
  lateTimes: (made: string, received: string) => `dodijeljeno ${made}, stiglo ${received}`,
  accept: 'Prihvati',
  acceptText: (what: string) => `${what}: računa se kao da je stiglo na vrijeme, ako to pravila dopuštaju.`,
  acceptReason: 'Uređaj nije imao mrežu',
  accepted: 'Prihvaćeno',

  revealing: 'Otkrivanje poretka',
  frozenSince: (at: string) => `Poredak je zamrznut od ${at}.`,

  prizes: 'Dodjela nagrada',
  prizesHint: 'Tko dolazi na pozornicu, s imenima i brojevima. Pogledajte tek kad je sve odlučeno.',
  printRanking: 'Poredak za ispis',
  print: 'Ispiši',
  back: 'Natrag na kraj',
  lastPlace: 'Posljednje mjesto s nagradom',
  lastPlaceFault: (most: number) => `Upišite broj od 1 do ${most}.`,
  noPrizes: 'Još nijedan tim nema bodova.',
  asOf: (at: string) => `Stanje u ${at}`,
  frozen: (at: string) => `Poredak je zamrznut od ${at}: ovo je stanje koje svi vide.`,
  columns: { place: 'Mjesto', team: 'Tim', members: 'Članovi', points: 'Bodovi' },
} as const
