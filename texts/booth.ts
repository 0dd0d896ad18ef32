import { counted, dotted, nouns, pluralForm, waits } from './nouns'
import { numeral, outOf } from './numbers'
import { outboxTexts } from './outbox'
import { atTime } from './time'

interface SeriesCounts {
  readonly teams: number
  readonly awards: number
  readonly waiting: number
  readonly refused: number
}

/** Says how many awards of a series wait or were refused, or that all are recorded. */
function restOf({ waiting, refused }: SeriesCounts): string {
  if (waiting === 0 && refused === 0) return 'sve je upisano'
  return dotted(
    waiting > 0 ? `${numeral(waiting)}\u00a0${pluralForm(waiting, waits)} slanje` : null,
    refused > 0 ? outboxTexts.refusedCount(refused) : null,
  )
}

/** The booth: finding a team, awarding points, undoing an award. */
export const awardTexts = {
  noTeams: 'Još nema nijednog tima.',
  boothAwards: 'Dodjele štanda',
  boothAwardsEmpty: 'Štand još nije dodijelio bodove.',
  lostBooth: 'Više ne radite na ovom štandu',
  lostBoothText: 'Štand vam više nije dodijeljen. Ako to nije u redu, javite se organizatoru.',
  onwards: 'Nastavi kao igrač',

  awardTitle: 'Dodijeli bodove',
  cooldown: (duration: string) => `Pauza: još ${duration}`,
  /** Shown instead of the cooldown for things handed out once (rule 11). */
  handedOut: (moment: string) => `Već preuzeto ${atTime(moment)}`,
  /** A point type's cooldown in short units: the same words on cards, boards and scanned booths. */
  cooldownOf: (duration: string) => `Pauza\u00a0${duration}`,
  noCooldown: 'Bez pauze',
  freeNow: (duration: string) => ['Sada dostupno', `pauza\u00a0${duration}`],
  freeNowNoCooldown: ['Sada dostupno', 'bez pauze'],
  noPointTypes: 'Štand nema vrsta bodova. Javite se organizatoru.',
  boothClosed:
    'Vaš je štand zatvoren i ne dodjeljuje bodove. Ako to nije u redu, javite se organizatoru.',
  unlistedTeamName: 'Tim s QR koda',
  unlistedTeam:
    'Ovaj tim još nije na popisu ovog uređaja. Dodjela čeka slanje, a naziv tima vidjet ćete kad se povežete.',
  toBoard: 'Na nadzornu ploču',
  nextTeam: 'Sljedeći tim',
  latest: 'Posljednja dodjela',

  servedLast: 'Posljednji na štandu',
  nobodyServed: 'Ovdje će stajati timovi kojima ste posljednje dodijelili bodove.',
  series: 'Dodjela u nizu',
  seriesOf: (label: string, points: string | null) =>
    `${label}: dodjela u nizu${points === null ? '' : `, ${points}`}`,
  pointTypes: 'Vrste bodova',
  seriesCount: (counts: SeriesCounts) => dotted(counted(counts.teams, nouns.team), restOf(counts)),
  seriesEnd: (counts: SeriesCounts) => `${counted(counts.awards, nouns.award)}, ${restOf(counts)}`,
  seriesNoCamera: 'Kamera trenutačno nije dostupna.',
  seriesMeanwhile: 'Dok se ne vrati, prislonite oznaku ili pronađite tim po nazivu.',
  seriesNoReader:
    'Ovaj preglednik ne može čitati QR kodove. Prislonite oznaku ili pronađite tim po nazivu.',
  seriesReady: 'Skenirajte prvi tim.',
  seriesTwoCards: 'Dvije kartice u kadru. Pokažite samo jednu.',
  seriesNoTeam: 'To nije QR kod tima. Skenirajte QR kod tima ili pronađite tim po nazivu.',
  seriesNotLoaded: 'Dodjela u nizu nije se učitala. Provjerite mrežu i pokušajte ponovno.',
  toScanner: 'Natrag na skeniranje',

  notStoredSending: 'Nije spremljeno na uređaj. Šalje se',
  notStored:
    'Nije potvrđeno: uređaj ne može spremiti dodjelu, a poslužitelj ne odgovara. Provjerite dodjele štanda kad se veza vrati.',
  /** The screen that replaces a crashed one. */
  notShown: 'Ovaj se zaslon nije mogao prikazati.',
  storedAs: (state: string) => `Dodjela je spremljena: ${state}`,
  onlyOnline: 'Ovaj uređaj ne sprema dodjele, pa ih možete davati samo dok ste povezani.',
  prediction: 'Procjena: uređaj nije povezan',
  undoneToast: 'Dodjela je poništena.',
  undoUnconfirmed: 'Poništavanje nije potvrđeno. Pokušajte ponovno.',
} as const

/** Lists of booths. */
export const boothTexts = {
  searchLabel: 'Pronađi štand',
  searchPlaceholder: 'Naziv, mjesto ili vrsta bodova',
  noOffers: 'Štand trenutačno ne dodjeljuje bodove.',
  noMatches: 'Nijedan štand ne odgovara upisanom.',
  own: 'vaš štand',
  lit: 'osvojeno',
  /** Booths that have given the team nothing yet. */
  unlit: 'Još neosvijetljeni',
  allLit: (hall: string) =>
    hall === ''
      ? 'Svi su štandovi već osvijetljeni.'
      : `${hall}: svi su štandovi već osvijetljeni.`,
  hallLabel: 'Hala',
  allHalls: 'Sve hale',
  free: (free: number, all: number) => `Dostupno ${outOf(free, all)}`,
  /** `duration` is in the accusative. */
  freeIn: (duration: string) => `za ${duration}`,
} as const
