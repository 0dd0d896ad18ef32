import type { EventChange } from '#contract/event'
import { counted, nouns, numeral } from './nouns'

const type = { one: 'vrsta', few: 'vrste', other: 'vrsta' }
const lacking = { one: 'bez osoblja', few: 'bez osoblja', other: 'bez osoblja' }

/** Who loses what, when a change is applied. */
function losing({ at, name, was }: EventChange): string {
  if (at === 'organisers') return `${name} više neće biti organizator.`
  return `${name} više neće raditi na štandu ${String(was)}.`
}

/** How the organiser prepares the event. */
export const setupTexts = {
  title: 'Priprema',
  nav: 'Dijelovi pripreme',
  parts: {
    natjecanje: 'Natjecanje',
    vrste: 'Vrste bodova',
    standovi: 'Štandovi',
    oznake: 'Oznake',
    igraci: 'Igrači',
    ispis: 'Ispis',
    datoteka: 'Datoteka',
  },
  control: 'Pregled',
  back: 'Natrag na pripremu',
  save: 'Spremi',
  remove: 'Obriši',
  open: 'Otvori',
  change: 'Promijeni',

  missing: 'Što nedostaje',
  nothingMissing: 'Sve je spremno za početak.',
  missingItems: {
    types: 'Nema nijedne vrste bodova.',
    booths: 'Nema nijednog štanda.',
    window: 'Početak i kraj nisu upisani: bodovi se dijele cijelo vrijeme.',
    noStaff: (names: string) => `Bez osoblja: ${names}.`,
    noTypes: (names: string) => `Ne daju nijednu vrstu bodova: ${names}.`,
    oneOrganiser: 'Samo je jedan organizator. Dodajte drugoga, da netko uvijek može voditi dan.',
  },
  more: (count: number) => `i još ${numeral(count)}`,

  has: {
    window: (starts: string, ends: string) => `${starts} – ${ends}`,
    openStart: 'bez početka',
    openEnd: 'bez kraja',
    types: (count: number) => counted(count, type),
    booths: (count: number, without: number) =>
      `${counted(count, nouns.booth)}${without === 0 ? '' : `, ${counted(without, lacking)}`}`,
    tags: (count: number, unwritten: number) =>
      `${counted(count, nouns.tag)}${unwritten === 0 ? '' : `, ${numeral(unwritten)} nezapisano`}`,
  },

  /** What somebody else has entered in the meantime, below what was typed. */
  meanwhile: (value: string) => (value === '' ? 'U međuvremenu je ispražnjeno.' : `U međuvremenu je upisano: ${value}`),
  otherFaults: 'Nije spremljeno:',
  asks: 'Primijeniti promjenu?',
  apply: 'Primijeni',
  losing,
  cannotRemove: (why: string) => `Ne može se obrisati: ${why.charAt(0).toLowerCase()}${why.slice(1)}`,

  event: {
    starts: 'Početak',
    ends: 'Kraj',
    zone: 'Vremenska zona',
    startsHint: 'Prije toga nema bodova. Prazno: od sada.',
    endsHint: 'Nakon toga nema bodova. Prazno: bez kraja.',
    zoneHint: 'U njoj su sva vremena, npr. Europe/Zagreb.',
    size: 'Najviše članova u timu',
    sizeHint: '0: bez ograničenja.',
    incomplete: 'Odaberite i datum i vrijeme ili ispraznite polje.',
    saved: 'Natjecanje je spremljeno.',
    longer: 'Produlji za pola sata',
    ends30: (end: string) => `Natjecanje traje dulje, kraj: ${end}.`,
  },
} as const
