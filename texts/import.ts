import type { EventChange } from '#contract/event'
import type { TableName } from '#contract/organiser-entities'
import { counted, numeral } from './nouns'
import { setupTexts } from './setup'

const row = { one: 'redak', few: 'retka', other: 'redaka' }
const booth = { one: 'štand', few: 'štanda', other: 'štandova' }
const person = { one: 'osoba', few: 'osobe', other: 'osoba' }
const fault = { one: 'greška', few: 'greške', other: 'grešaka' }

const fields = {
  booth: 'Štand',
  location: 'Lokacija',
  description: 'Opis',
  point_types: 'Vrste bodova',
  first_name: 'Ime',
  last_name: 'Prezime',
  email: 'E-mail',
  mobile: 'Broj mobitela',
  nickname: 'Nadimak',
} as const

const tables: Readonly<Record<TableName, string>> = {
  awards: 'Dodjele',
  teams: 'Timovi',
  players: 'Igrači',
  refusals: 'Odbijene dodjele',
  late: 'Pristiglo nakon zatvaranja',
  audit: 'Dnevnik',
  ranking: 'Poredak',
}

/** What a change of the event is about, by the last part of its place. */
const about: Readonly<Record<string, string>> = {
  ...{ team_max_members: 'najviše članova u timu', starts_at: 'početak', ends_at: 'kraj', time_zone: 'vremenska zona' },
  ...{ label: 'naziv', points: 'bodovi', cooldown_seconds: 'stanka u sekundama', name: 'naziv', location: 'lokacija' },
  ...{ description: 'opis', closed: 'zatvoren', point_types: 'vrste bodova', first_name: 'ime', last_name: 'prezime' },
  ...{ email: 'e-mail', mobile: 'broj mobitela', nickname: 'nadimak', pending_team: 'zahtjev za tim', nfc_type: 'vrsta oznake' },
  ...{ vendor_id: 'štand', point_type: 'vrsta bodova', proof: 'dokaz dodira', uid: 'čip' },
}
const added: Readonly<Record<string, string>> = {
  point_types: 'Nova vrsta bodova',
  vendors: 'Novi štand',
  organisers: 'Novi organizator',
  tags: 'Nova oznaka',
}

const value = (one: EventChange['was']) =>
  one === null || one === undefined || one === '' ? 'prazno' : one === true ? 'da' : one === false ? 'ne' : String(one)

/** One change of the event, as people say it. */
function change(one: EventChange): string {
  const { kind, at, name, was, becomes } = one
  const [part = ''] = at.split('.', 1)
  if (kind === 'loses') return setupTexts.losing(one)
  if (kind === 'adds') return `${at.endsWith('.staff') ? 'Na štand dolazi' : (added[part] ?? part)}: ${name}`
  if (name === 'order') return part === 'vendors' ? 'Redoslijed štandova' : 'Redoslijed vrsta bodova'
  const field = about[at.split('.').at(-1) ?? ''] ?? at
  return `${part === 'settings' ? '' : `${name}, `}${field}: ${value(was)} → ${value(becomes)}`
}

/** Import and export in Priprema. */
export const importTexts = {
  fields,
  players: 'Igrači iz tablice',
  playersHint:
    'Tablica (.xlsx ili .csv) s imenom, prezimenom, e-mailom i brojem mobitela. Svaki igrač dobije SMS s linkom za prijavu, i to samo jednom.',
  booths: 'Štandovi iz tablice',
  boothsHint: 'Tablica (.xlsx ili .csv) s nazivom štanda i, po želji, ljudima koji na njemu rade: redak za svaku osobu.',
  open: 'Uvezi tablicu',
  otherFile: 'Druga tablica',
  reading: 'Čitanje tablice…',
  unreadable: {
    too_large: 'Datoteka je veća od 5 MB. Spremite samo list s popisom.',
    old_excel: 'To je stara Excelova datoteka (.xls). Spremite je kao .xlsx i odaberite ponovno.',
    no_table: 'Ovo nije tablica koju možemo pročitati. Spremite popis kao .xlsx ili .csv i odaberite ponovno.',
    empty: 'U tablici nema nijednog retka s podacima.',
    too_many_rows: (rows: number, most: number) =>
      `U tablici je ${counted(rows, row)}, a odjednom se može uvesti najviše ${numeral(most)}. Podijelite je na više datoteka.`,
    failed: 'Datoteka se ne može pročitati. Odaberite je ponovno.',
  },
  rows: (file: string, count: number) => `${file}: ${counted(count, row)}`,
  columns: 'Stupci',
  columnsHint: 'Provjerite što je u kojem stupcu.',
  noColumn: 'nema u tablici',
  choose: 'odaberite stupac',
  column: (heading: string, sample: string) => (sample === '' ? heading : `${heading} (${sample})`),
  several: (headings: readonly string[]) => `Više stupaca može biti ovaj podatak: ${headings.join(', ')}. Odaberite jedan.`,
  needed: 'Bez ovog podatka ne možemo uvesti popis.',
  check: 'Provjeri popis',
  checking: (done: number, all: number) => `Provjereno: ${numeral(done)} od ${numeral(all)}`,
  checked: 'Provjera',
  willGet: (count: number) => `Spremno: ${counted(count, person)}`,
  have: (count: number) => `Već imaju pozivnicu ili račun: ${numeral(count)}`,
  faulty: (count: number) => `S greškom: ${numeral(count)}`,
  faultyHint: 'Ispravite ih u tablici i odaberite je ponovno, ili ostale pozovite odmah.',
  inRow: (at: number) => `${at}. redak`,
  more: (count: number) => `Prikaži još ${numeral(count)}`,
  send: (count: number) => `Pošalji pozivnice (${numeral(count)})`,
  sending: (done: number, all: number) => `Poslano: ${numeral(done)} od ${numeral(all)}`,
  stay: 'Ostanite na ovoj stranici. Ako je zatvorite, odaberite istu tablicu ponovno: nitko neće dobiti dvije pozivnice.',
  stopped: (count: number) =>
    `Slanje je stalo: ${counted(count, person)} još čeka. Zasad se SMS-ovi ne mogu slati. Nastavite kasnije, nitko neće dobiti dvije pozivnice.`,
  cut: (count: number) =>
    `Veza je prekinuta: ${counted(count, person)} još čeka. Nastavite kad se vrati, nitko neće dobiti dvije pozivnice.`,
  goOn: 'Nastavi',
  sent: 'Pozivnice su poslane.',
  counts: { sent: 'Poslano', had_one: 'Već imaju pozivnicu ili račun', refused: 'Odbijeno', waiting: 'Čeka' },
  refused: 'Odbijeni',
  saveRefused: 'Spremi odbijene',
  refusedFile: 'odbijeni',
  reason: 'Razlog',
  blocked: 'Osoba je blokirana.',
  refusedBy: (code: string) => `Nije uspjelo (${code}).`,
  twice: (field: 'mobile' | 'nickname', at: number) =>
    field === 'mobile' ? `Isti je broj i u ${at}. retku.` : `Isti je nadimak i u ${at}. retku.`,
  cutNumber: 'Tablica je skratila broj. Upišite ga cijelog, kao tekst.',

  noBooth: 'Nedostaje naziv štanda.',
  noSuchType: (name: string) => `Vrsta bodova „${name}” ne postoji. Prvo je dodajte.`,
  otherThan: (field: string, at: number) => `${field}: drukčije nego u ${at}. retku.`,
  plan: (booths: number, people: number) => `${counted(booths, booth)}, ${counted(people, person)}`,

  preview: 'Pregled promjena',
  faults: (count: number) => `${counted(count, fault)}, ništa nije primijenjeno`,
  noChanges: 'Nema promjena: događaj je već takav.',
  losesHint: 'Netko gubi štand ili ulogu:',
  apply: 'Primijeni',
  applied: 'Promjene su primijenjene.',
  change,

  file: 'Datoteka događaja',
  fileHint: 'Cijeli događaj u jednoj datoteci: za čuvanje, sljedeću godinu ili veću promjenu odjednom.',
  saveEvent: 'Spremi datoteku',
  eventFile: 'event',
  openEvent: 'Otvori datoteku',
  noEvent: 'Ovo nije datoteka događaja. Otvorite datoteku .json koja je ovdje spremljena.',
  tooLargeEvent: 'Datoteka je prevelika da se primijeni odjednom. Podijelite je: svaki njezin dio može i sam.',

  exports: 'Izvoz',
  exportsHint: 'U tablicama su imena i brojevi: obrišite ih kad posluže.',
  format: 'Oblik',
  formats: { xlsx: 'Excel (.xlsx)', csv: 'CSV' },
  tables,
  exporting: (rows: number) => `Pročitano: ${counted(rows, row)}`,
  exported: (name: string, rows: number) => `${name}: ${counted(rows, row)}`,
} as const
