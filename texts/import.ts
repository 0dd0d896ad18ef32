import type { TableName } from '#contract/organiser-entities'
import { counted, gets, nouns, pluralForm, waits } from './nouns'
import { numeral, ordinal, outOf } from './numbers'

const are = { one: 'je', few: 'su', other: 'je' }
const row = { one: 'redak', few: 'retka', other: 'redaka' }
const hiddenRow = { one: 'skriveni redak', few: 'skrivena retka', other: 'skrivenih redaka' }
const hiddenColumn = {
  one: 'skriveni stupac',
  few: 'skrivena stupca',
  other: 'skrivenih stupaca',
}
const hiddenSheet = { one: 'skriveni list', few: 'skrivena lista', other: 'skrivenih listova' }
const skipped = { one: 'preskočen', few: 'preskočena', other: 'preskočeno' }
const hasFaults = { one: 'ima', few: 'imaju', other: 'ima' }
const isSkipped = { one: 'preskače se', few: 'preskaču se', other: 'preskače se' }
const fault = { one: 'pogreška', few: 'pogreške', other: 'pogrešaka' }

const fields = {
  booth: 'Štand',
  location: 'Mjesto',
  description: 'Opis',
  point_types: 'Vrste bodova',
  full_name: 'Ime i prezime',
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

/**
 * Larger than any row number. If several sheets are imported together, a row's number is
 * sheet × `SHEET_ROWS` + row.
 */
const SHEET_ROWS = 10_000_000

const placeText = (at: number) =>
  at < SHEET_ROWS
    ? ordinal(at, 'redak')
    : `${ordinal(Math.floor(at / SHEET_ROWS), 'list')}, ${ordinal(at % SHEET_ROWS, 'redak')}`

/** The position of a row, in the grammatical case that follows "u". */
const inThatRow = (at: number) =>
  at < SHEET_ROWS
    ? ordinal(at, 'retku')
    : `${ordinal(at % SHEET_ROWS, 'retku')} ${ordinal(Math.floor(at / SHEET_ROWS), 'lista')}`

/** Import and export in Priprema. */
export const importTexts = {
  fields,
  players: 'Igrači iz tablice',
  playersHint:
    'Tablica (.xlsx ili .csv) s imenom, prezimenom, e-mailom i brojem mobitela. Svaki igrač dobije SMS s linkom za prijavu, i to samo jednom.',
  booths: 'Štandovi iz tablice',
  boothsHint:
    'Tablica (.xlsx ili .csv) s nazivom štanda i, po želji, ljudima koji na njemu rade: redak za svaku osobu.',
  open: 'Uvezi tablicu',
  otherFile: 'Druga tablica',
  unreadable: {
    too_large: 'Datoteka je veća od 5\u00a0MB. Spremite samo list s popisom.',
    old_excel: 'To je stara Excelova datoteka (.xls). Spremite je kao .xlsx i odaberite ponovno.',
    too_large_unpacked: 'U datoteci je previše podataka. Spremite samo list s popisom.',
    password: 'Datoteka je zaključana lozinkom. Spremite je bez lozinke i odaberite ponovno.',
    no_table:
      'Ovo nije tablica koju možemo pročitati. Spremite popis kao .xlsx ili .csv i odaberite ponovno.',
    empty: 'U tablici nema nijednog retka s podacima.',
    too_many_rows: (rows: number, most: number) =>
      `U tablici ${pluralForm(rows, are)} ${counted(rows, row)}, a odjednom se može uvesti najviše ${numeral(most)}. Podijelite je na više datoteka.`,
    failed: 'Datoteka se ne može pročitati. Odaberite je ponovno.',
  },
  rows: (file: string, count: number) => `${file}: ${counted(count, row)}`,
  reading: (rows: number) =>
    rows === 0 ? 'Čitamo tablicu…' : `Čitamo tablicu… ${counted(rows, row)}`,
  stopReading: 'Prekini',
  whichSheet: 'Koji list?',
  sheet: (name: string, rows: number) => `${name} (${counted(rows, row)})`,
  allSheets: (rows: number) => `Svi listovi zajedno (${counted(rows, row)})`,
  chooseSheet: 'odaberite list',
  skippedRows: (count: number) => `${counted(count, hiddenRow)} ${pluralForm(count, skipped)}`,
  skippedColumns: (count: number) =>
    `${counted(count, hiddenColumn)} ${pluralForm(count, skipped)}`,
  skippedSheets: (count: number) =>
    count === 1
      ? 'Skriveni list preskočen'
      : `${counted(count, hiddenSheet)} ${pluralForm(count, skipped)}`,
  takeHidden: 'Uzmi i njih',
  takenHidden: 'Uzeto je i ono što je skriveno.',
  leaveHidden: 'Preskoči skriveno',
  columns: 'Stupci',
  columnsHint: 'Provjerite što je u kojem stupcu.',
  noColumn: 'nema u tablici',
  choose: 'odaberite stupac',
  column: (heading: string, sample: string) => (sample === '' ? heading : `${heading} (${sample})`),
  several: (headings: readonly string[]) =>
    `Više stupaca može biti ovaj podatak: ${headings.join(', ')}. Odaberite jedan.`,
  needed: 'Bez ovog podatka ne možemo uvesti popis.',
  rowsTitle: 'Retci',
  rowsHint: 'Isključite retke koji nisu dio popisa, primjerice „UKUPNO”.',
  rowText: (at: number, text: string) =>
    text === '' ? placeText(at) : `${placeText(at)}: ${text}`,
  splits: 'Razdvajamo ime i prezime. Provjerite prije slanja.',
  previousPage: 'Prethodni',
  nextPage: 'Sljedeći',
  page: outOf,
  willGet: 'SMS dobivaju:',
  typesForAll: 'Vrste bodova novih štandova',
  check: 'Provjeri popis',
  checking: (done: number, all: number) => `Provjereno: ${outOf(done, all)}`,
  checked: 'Provjera',
  again: {
    label: (count: number) => `Pošalji ponovno onima koji se nisu prijavili (${numeral(count)})`,
    title: 'Poslati novu pozivnicu?',
    text: (count: number) =>
      `Još jedan SMS s novim linkom ${pluralForm(count, gets)} ${counted(count, nouns.person)}. Raniji link i dalje vrijedi.`,
  },
  refusedTitle: (count: number) => `Bez pozivnice: ${numeral(count)}`,
  faultyHint:
    'Ispravite ih u tablici i odaberite je ponovno: tko već ima pozivnicu, neće dobiti drugu.',
  rowOfSheet: (sheet: number, at: number) => sheet * SHEET_ROWS + at,
  inRow: placeText,
  more: (count: number) => `Prikaži još ${numeral(count)}`,
  send: (count: number) => `Pošalji pozivnice (${numeral(count)})`,
  sending: (done: number, all: number) => `Obrađeno: ${outOf(done, all)}`,
  stay: 'Ostanite na ovoj stranici. Ako je zatvorite, odaberite istu tablicu ponovno: nitko neće dobiti dvije pozivnice.',
  stopped: (count: number) =>
    `Slanje je stalo: ${counted(count, nouns.person)} još ${pluralForm(count, waits)}. Zasad se SMS-ovi ne mogu slati. Nastavite kasnije: tko je već dobio pozivnicu, neće je dobiti ponovno.`,
  cut: (count: number) =>
    `Veza je prekinuta: ${counted(count, nouns.person)} još ${pluralForm(count, waits)}. Nastavite kad se vrati: nitko neće dobiti dvije pozivnice.`,
  goOn: 'Nastavi',
  sent: 'Pozivnice su poslane.',
  sentToSome: 'Pozivnice nisu stigle svima.',
  failedTitle: (count: number) => `Možda nije stiglo: ${numeral(count)}`,
  failedHint:
    'Davatelj te SMS-ove nije primio ili nije odgovorio. Kome SMS ne stigne, može se prijaviti i linkom s popisa igrača.',
  sendAgain: 'Pošalji ponovno njima',
  /** The list of players. */
  list: {
    title: 'Popis igrača',
    none: 'Još nema igrača. Pozovite ih iz tablice ili se registriraju sami.',
    nobody: 'Nema takvih igrača.',
    legend: 'Koji igrači',
    search: 'Traži igrača',
    searchPlaceholder: 'ime, nadimak ili broj',
    shown: {
      all: (count: number) => `Svi (${numeral(count)})`,
      failed: (count: number) => `SMS možda nije stigao (${numeral(count)})`,
      invited: (count: number) => `Pozvani (${numeral(count)})`,
      entered: (count: number) => `Bez SMS-a (${numeral(count)})`,
      came: (count: number) => `Prijavljeni (${numeral(count)})`,
    },
    steps: {
      failed: (at: string) => `SMS možda nije stigao (${at})`,
      invited: (at: string) => `Pozivnica: ${at}, još bez prijave`,
      entered: () => 'Bez SMS-a i bez prijave',
      came: () => 'U igri',
    },
    send: 'Pošalji SMS',
    again: 'Novi SMS',
    sent: (name: string) => `SMS je poslan: ${name}.`,
    failed: (name: string) => `SMS možda nije stigao: ${name}. Pokažite link za prijavu.`,
    notNow: 'Zasad se SMS-ovi ne mogu slati. Pokušajte kasnije.',
  },
  counts: {
    ready: 'Spremno',
    invited: 'Već imaju pozivnicu, a još se nisu prijavili',
    came: 'Već su se prijavili',
    sent: 'Poslano',
    failed: 'Možda nije stiglo',
    had_one: 'Već imaju pozivnicu ili račun',
    refused: 'Bez pozivnice',
    waiting: 'Čeka',
  },
  blocked: 'Osoba je blokirana.',
  refusedBy: (code: string) => `Nije uspjelo (${code}).`,
  twice: (field: 'mobile' | 'nickname', at: number) =>
    field === 'mobile'
      ? `Isti je broj i u ${inThatRow(at)}.`
      : `Isti je nadimak i u ${inThatRow(at)}.`,
  cutNumber: 'Tablica je skratila broj. Upišite ga cijelog, kao tekst.',

  noBooth: 'Nedostaje naziv štanda.',
  noSuchType: (name: string) => `Vrsta bodova „${name}” ne postoji. Prvo je dodajte.`,
  otherThan: (field: string, at: number) => `${field}: drukčije nego u ${inThatRow(at)}.`,

  preview: 'Pregled promjena',
  faults: (count: number) => `${counted(count, fault)}, ništa nije primijenjeno`,
  faultsSkipped: (rows: number) =>
    `${counted(rows, row)} ${pluralForm(rows, hasFaults)} pogreške i ${pluralForm(rows, isSkipped)}`,
  notApplied: (rows: number) => `Nije primijenjeno: ${counted(rows, row)}`,
  notAppliedHint:
    'Ispravite te retke u tablici i odaberite je ponovno: što je već primijenjeno, ostaje.',
  faultsLeft: (count: number) =>
    `I još ${counted(count, fault)}. Ispravite ove, pa provjerite ponovno.`,
  noChanges: 'Nema promjena: natjecanje je već takvo.',
  losesHint: 'Netko gubi štand, ulogu ili prijavu:',
  apply: 'Primijeni',
  applied: 'Promjene su primijenjene.',

  file: 'Datoteka natjecanja',
  fileHint:
    'Cijelo natjecanje u jednoj datoteci: za čuvanje, sljedeću godinu ili veću promjenu odjednom.',
  saveEvent: 'Spremi datoteku',
  eventFile: 'event',
  openEvent: 'Otvori datoteku',
  noEvent: 'Ovo nije datoteka natjecanja. Otvorite datoteku .json koja je ovdje spremljena.',
  tooLargeEvent:
    'Datoteka je prevelika da se primijeni odjednom. Podijelite je: svaki njezin dio može i sam.',

  rehearsal: {
    title: 'Proba',
    hint: 'Prije početka nema bodova. Za probu otvorite natjecanje odmah. Kad ga nakon probe ispraznite, početak se vraća sam.',
    correction: (starts: string) => ({
      label: 'Počni probu',
      title: 'Početi probu?',
      text: `Natjecanje se otvara odmah, pa štandovi mogu dijeliti bodove. Kad ga ispraznite, početak je opet ${starts}.`,
      done: 'Proba je počela.',
    }),
  },

  reset: {
    title: 'Isprazni nakon probe',
    hint: 'Prije pravog dana. Moguće je prije početka natjecanja ili kad su rezultati zatvoreni. Prvo se na poslužitelju sprema sigurnosna kopija. Početak koji je za probu pomaknut na sadašnje vrijeme vraća se sam.',
    goes: 'Što se briše',
    gone: (withPlayers: boolean) =>
      `Brišu se timovi, dodjele i poruke.${withPlayers ? '' : ' Brišu se i svi igrači s prijavama.'} Dnevnik počinje iznova. Što mobiteli još čuvaju s probe, više se ne broji.`,
    stays: 'Što ostaje',
    kept: (withPlayers: boolean) =>
      `Ostaju oznake, štandovi s osobljem i postavke.${withPlayers ? ' Ostaju i igrači s prijavama.' : ''} Organizatori i vrste bodova ne mijenjaju se.`,
    withPlayers: 'Zadrži i igrače',
    name: 'Naziv natjecanja',
    correction: (product: string, withPlayers: boolean) => ({
      label: 'Isprazni',
      title: 'Isprazniti natjecanje?',
      text: `Brišu se timovi, dodjele i poruke${withPlayers ? '' : ' te svi igrači'}. To se ne može poništiti u pregledniku. Za potvrdu upišite naziv natjecanja. Naziv je ${product}.`,
      confirm: 'Isprazni',
      reason: 'Nakon probe',
      done: 'Natjecanje je ispražnjeno. Sigurnosna kopija je na poslužitelju.',
    }),
  },

  exports: 'Izvoz',
  exportsHint: 'U tablicama su imena i brojevi: obrišite ih kad posluže.',
  format: 'Oblik',
  formats: { xlsx: 'Excel (.xlsx)', csv: 'CSV' },
  tables,
  exporting: (rows: number) => `Pročitano: ${counted(rows, row)}`,
  exported: (name: string, rows: number) => `${name}: ${counted(rows, row)}`,
} as const
