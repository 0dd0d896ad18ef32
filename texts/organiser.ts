import type { MessageTo } from '#contract/entities'
import type { AuditedAction, HistoryKind } from '#contract/organiser-entities'
import { counted, dotted, gets, nouns, pluralForm, waits } from './nouns'
import { numeral, unbroken } from './numbers'
import { atTime } from './time'

const character = { one: 'znak', few: 'znaka', other: 'znakova' }
const times = { one: 'put', few: 'puta', other: 'puta' }
const score = { one: 'zbroj', few: 'zbroja', other: 'zbrojeva' }
const retainable = {
  tags: 'oznake',
  staff: 'osoblje',
  settings: 'postavke',
  players: 'igrači',
} as const
const lateItem = { one: 'zakašnjela stavka', few: 'zakašnjele stavke', other: 'zakašnjelih stavki' }
const refusal = { one: 'odbijena dodjela', few: 'odbijene dodjele', other: 'odbijenih dodjela' }

type OddFacts = Partial<
  Record<'nfc_id' | 'team_name' | 'vendor_name' | 'nickname', string | undefined>
> & {
  readonly count: number
}

const recipients: Readonly<Record<MessageTo, string>> = {
  all: 'svi',
  players: 'igrači',
  staff: 'osoblje',
}
const toRecipients: typeof recipients = { all: 'svima', players: 'igračima', staff: 'osoblju' }

/** Organisers' actions, in the audit trail. */
const actions = {
  accept_late: 'Prihvaćanje zakašnjele stavke',
  adjust: 'Ispravak bodova',
  announce: 'Poruka',
  apply: 'Promjena natjecanja',
  attach_tag: 'Nova oznaka',
  award: 'Dodjela',
  backup: 'Sigurnosna kopija',
  block: 'Blokiranje',
  close: 'Zatvaranje rezultata',
  decline_late: 'Odbijanje zakašnjele stavke',
  erase: 'Brisanje osobnih podataka',
  export: 'Izvoz podataka',
  first_organiser: 'Prvi organizator',
  freeze: 'Zamrzavanje poretka',
  hide_team: 'Skrivanje tima',
  invite: 'Poslane pozivnice',
  make_captain: 'Novi kapetan',
  make_tags: 'Nove oznake',
  move: 'Preseljenje baze',
  move_award: 'Premještanje dodjele',
  purge: 'Brisanje po isteku roka',
  recall: 'Povlačenje poruke',
  rehearse: 'Proba',
  remove: 'Brisanje iz pripreme',
  rename_team: 'Novi naziv',
  reopen: 'Ponovno otvaranje rezultata',
  repair: 'Ispravak zbrojeva',
  reset: 'Brisanje probe',
  restore: 'Vraćanje kopije',
  reveal: 'Otkrivanje poretka',
  reveal_next: 'Otkrivanje mjesta',
  show_team: 'Prikazivanje tima',
  sign_in_link: 'Link za prijavu',
  revoke_device: 'Opoziv uređaja',
  unblock: 'Odblokiranje',
  void_award: 'Poništenje',
  withdraw: 'Povlačenje prijava',
} satisfies Record<AuditedAction, string>

/**
 * Entries in a team's history. An action that is not named here has its name from the audit trail.
 */
const kinds = {
  award: 'Dodjela',
  bonus: 'Skriveno blago',
  adjustment: 'Ispravak',
  void: 'Poništenje',
  refusal: 'Odbijeno',
  founded: 'Tim osnovan',
  requested: 'Zahtjev za pridruživanje',
  joined: 'Ulazak u tim',
  left: 'Izlazak iz tima',
  removed: 'Uklanjanje iz tima',
  tag: 'Oznaka',
  emblem: 'Novi znak',
  hide_team: 'Tim skriven',
  show_team: 'Tim prikazan',
  accept_late: 'Prihvaćeno zakašnjelo poništenje',
} satisfies Record<HistoryKind, string> & Partial<Record<AuditedAction, string>>

/** The control room. */
export const organiserTexts = {
  title: 'Upravljanje igrom',
  nav: 'Dijelovi upravljanja igrom',
  parts: {
    overview: 'Pregled',
    search: 'Pretraga',
    messages: 'Poruke',
    ranking: 'Poredak',
    end: 'Kraj',
    audit: 'Dnevnik',
  },
  signOut: 'Odjava',
  setup: 'Priprema',
  editBooth: 'Uredi štand',
  addPerson: 'Dodaj osobu',
  newNumber: 'Novi broj',

  /** The event's clock. */
  clock: {
    name: 'Trajanje',
    begins: (start: string, left: string) => dotted(`Počinje ${atTime(start)}`, `još ${left}`),
    lasts: (end: string, left: string) => dotted(`Traje do ${end}`, `još ${left}`),
    over: (end: string) => `Završilo ${atTime(end)}`,
    extend: 'Produlji',
    choices: { 15: '15\u00a0minuta', 30: '30\u00a0minuta', 60: '1\u00a0sat' },
    extendHint: (end: string) => `Sada je kraj ${atTime(end)}. Koliko dulje?`,
    extended: (end: string) => `Natjecanje traje dulje, do ${end}.`,
    tell: (by: string, end: string) =>
      `Natjecanje traje ${by} dulje, do ${end}. Obiđite preostale štandove.`,
    tellHint: 'Javite svima ovom porukom:',
    withoutMessage: 'Bez poruke',
  },

  now: {
    name: 'Sada',
    waiting: {
      title: (count: number) =>
        `Na uređajima ${pluralForm(count, waits)} ${counted(count, nouns.award)}`,
      text: 'Nazovite osoblje i zamolite da aplikaciju ostavi otvorenu dok ne piše: Sve je upisano. Uređaj ih šalje čim ima mrežu.',
    },
    notSignedIn: {
      title: (count: number) => `${counted(count, nouns.booth)}: nitko se još nije prijavio`,
      text: 'Nazovite osoblje ili mu na štandu pokažite link za prijavu.',
    },
    silent: {
      title: (count: number) => `${counted(count, nouns.booth)}: nijedan uređaj nije povezan`,
      text: 'Nazovite štand. Dodjele se čuvaju na uređaju i upisuju kad se opet poveže.',
    },
    freeze: {
      title: 'Zamrznite poredak',
      text: 'Do otkrivanja svi vide poredak tog trenutka, a bodovi se i dalje broje. Zamrzavanje prestaje otkrivanjem.',
    },
    close: {
      title: 'Zatvorite rezultate',
      text: 'Što stigne poslije, čeka vašu odluku. Rezultati se mogu ponovno otvoriti.',
    },
    late: {
      title: (count: number) => `Na odluku ${pluralForm(count, waits)} ${counted(count, lateItem)}`,
      text: 'Prihvaćeno se broji kao da je stiglo na vrijeme. Odbijeno se ne broji, a poslije se ipak može prihvatiti.',
      decide: 'Odlučite',
    },
    reveal: {
      title: 'Otkrijte poredak',
      text: 'Mjesto po mjesto ili sve odjednom; projektor ide za vama. Otkriveno se ne može sakriti.',
    },
    prizes: {
      title: 'Dodijelite nagrade',
      text: 'Popis pokazuje tko dolazi na pozornicu, s imenima i brojevima.',
    },
    unconfirmed: {
      title: (number: string) => `Broj ${number} nije potvrđen`,
      sent: 'Na taj smo broj poslali SMS s kodom. Ako ne stigne, provjerite broj: njime se sljedeći put prijavljujete.',
      notSent:
        'Broj potvrđujete kodom iz SMS-a. Ako ga nemate, provjerite broj i zatražite novi kod: tim se brojem sljedeći put prijavljujete.',
      others: 'Vlasnik broja potvrđuje ga kodom iz SMS-a, kad se sljedeći put prijavi.',
      confirm: 'Potvrdi broj',
      send: 'Pošalji novi kod',
      change: 'Promijeni broj',
      done: 'Broj je potvrđen.',
    },
    unready: {
      title: (count: number) => `Za početak još nedostaje: ${numeral(count)}`,
      text: 'Svaki redak vodi tamo gdje se to uređuje.',
    },
    smsRefused: {
      title: (words: string) => `Davatelj SMS-a odbija sve poruke: ${words}`,
      text: 'Provjerite ime pošiljatelja, ključ i stanje računa kod davatelja. Dotad osobama pokažite u Pretrazi link za prijavu.',
    },
    sms: {
      title: (failed: number) => `SMS-ovi koji nisu poslani: ${numeral(failed)}`,
      text: 'Osobi kojoj SMS nije stigao pokažite u Pretrazi link za prijavu.',
    },
  },
  whichBooths: 'Koji štandovi',
  lastBackup: (ago: string | null) =>
    ago === null ? 'Sigurnosne kopije još nema.' : `Posljednja sigurnosna kopija: ${ago}.`,
  tellOperator: 'Javite osobi koja održava poslužitelj.',
  allWell: 'Sve je u redu.',
  numbers: 'U brojkama',
  day: {
    title: 'Brojke dana',
    none: 'Još nije dodijeljen nijedan bod.',
    people: (players: number, teams: number, sms: number) =>
      dotted(`Igrači: ${numeral(players)}`, `timovi: ${numeral(teams)}`, `SMS: ${numeral(sms)}`),
    byHour: 'Po satima',
    byBooth: 'Po štandovima',
    byType: 'Po vrstama bodova',
    hour: 'Od',
    booth: 'Štand',
    type: 'Vrsta',
    awards: 'Dodjele',
    points: 'Bodovi',
    teams: 'Timovi',
  },
  players: 'Igrači',
  teams: 'Timovi',
  awards: 'Dodjele',
  voided: 'Poništeno',
  refused: 'Odbijeno',
  waiting: 'Čeka slanje',
  sms: 'SMS-ovi',
  closed: 'Natjecanje nije u tijeku.',
  allBooths: (count: number) => `Svi štandovi (${numeral(count)})`,
  noSuchBooth: 'Tog štanda više nema.',
  staff: 'Osoblje',
  noStaff: 'Štand nema osoblja.',
  formerStaff: 'Više ne rade na ovom štandu',
  notSignedIn: 'nitko se još nije prijavio',
  deviceNotSignedIn: 'uređaj još nije prijavljen',
  backToOverview: 'Natrag na pregled',
  noBooths: 'Nema štandova. Dodajte ih u Pripremi.',
  lastHour: (awards: number, refused: number) =>
    `U posljednjih sat vremena: ${counted(awards, nouns.award)}${refused > 0 ? `, ${counted(refused, refusal)}` : ''}`,
  lastAward: (ago: string) => `Posljednja dodjela: ${ago}`,
  noAward: 'Još nema dodjela.',
  seen: (ago: string) => `uređaj povezan ${ago}`,
  neverSeen: 'uređaj se još nije povezao',
  waits: (count: number) => `${counted(count, nouns.award)} ${pluralForm(count, waits)}`,
  silent: (ago: string | null) =>
    `nijedan uređaj nije povezan${ago === null ? '' : `, posljednji put ${ago}`}`,

  odd: 'Vrijedi pogledati',
  oddHint: 'Ovo nikoga ne optužuje: može biti i gužva pred oznakom ili podijeljen tim.',
  oddKinds: {
    shared_tag: 'Jedna oznaka, mnogo timova',
    two_places: 'Tim na dva mjesta',
    favourite: 'Štand daje najviše jednom timu',
    fast_booth: 'Mnogo dodjela u minuti',
    unproven: 'Oznaka bez dodira',
    late_burst: 'Mnogo starih dodjela odjednom',
  },
  oddTexts: {
    shared_tag: ({ nfc_id = '', count, team_name = '' }) =>
      `Oznaka ${nfc_id}: ${counted(count, nouns.team)} u kratkom razmaku, prvi je ${team_name}.`,
    two_places: ({ team_name = '', count }) =>
      `${team_name}: ${counted(count, times)} bodovi s dva mjesta u razmaku do 20\u00a0sekundi.`,
    favourite: ({ team_name = '', vendor_name = '', count }) =>
      `${team_name}, ${vendor_name}: ${counted(count, nouns.award)} u jednom satu, više od polovice.`,
    fast_booth: ({ nickname = '', vendor_name = '', team_name = '', count }) =>
      `${nickname}, ${vendor_name}: ${counted(count, nouns.award)}, više od 30 u minuti, prva za tim ${team_name}.`,
    unproven: ({ nfc_id = '', count, team_name = '' }) =>
      `Oznaka ${nfc_id}: ${counted(count, nouns.team)} bez potvrđenog dodira u jednom satu, prvi je ${team_name}.`,
    late_burst: ({ nickname = '', vendor_name = '', team_name = '', count }) =>
      `${nickname}, ${vendor_name}: ${counted(count, nouns.award)} za tim ${team_name} u jednom satu, sve starije od sata.`,
  } satisfies Record<string, (odd: OddFacts) => string>,
  nothingOdd: 'Ništa nije neobično.',
  moreOdd: (count: number) => `Još ${numeral(count)}`,
  teamHistory: (team: string) => `Povijest tima: ${team}`,

  search: 'Osoba ili tim',
  searchPlaceholder: 'ime, nadimak, broj, e-mail, tim, oznaka',
  searchHint: 'Upišite barem dva znaka.',
  nothingFound: 'Nema takve osobe ni tima.',
  people: (count: number) => counted(count, nouns.person),
  teamsFound: (count: number) => counted(count, nouns.team),
  blocked: 'blokirano',
  hidden: 'skriven',
  staffOf: (vendor: string) => `radi na štandu: ${vendor}`,
  link: 'Link za prijavu',
  copyLink: 'Kopiraj link',
  linkCopied: 'Link je kopiran.',
  linkNotCopied: 'Link nije kopiran. Neka osoba skenira kod.',
  shareLink: 'Podijeli link',
  foundBy: (field: string, value: string) => `Nađeno po: ${field} (${value})`,
  foundFields: {
    mobile: 'broj mobitela',
    email: 'e-mail',
    nickname: 'nadimak',
    team: 'tim',
    booth: 'štand',
    member: 'član tima',
    tag: 'oznaka',
    id: 'ID',
  },
  personalData: 'Osobni podaci',
  saveData: 'Spremi podatke',
  dataFile: (nickname: string) => `podaci-${nickname}`,
  linkHint: 'Neka osoba skenira kod svojim mobitelom. Vrijedi za jednu prijavu.',
  linkLabel: 'QR kod s linkom za prijavu',
  device: (age: string, isUse: boolean) =>
    `Uređaj: ${isUse ? 'kopija predana' : 'prijavljen'} ${age}`,
  deviceRevoked: 'opozvan',
  reason: 'Razlog',

  backToSearch: 'Natrag na pretragu',
  teamPoints: 'Bodovi',
  teamRank: 'Mjesto',
  teamMembers: 'Članovi',
  noMembers: 'Tim nema članova.',
  captain: 'kapetan',
  tag: 'Oznaka',
  noTag: 'nema',
  disbanded: 'Tim je raspušten.',
  adjustPoints: 'Bodovi',
  newName: 'Novi naziv',
  newTag: 'ID nove oznake',
  moveTo: 'Tim kojem pripada',
  movePlaceholder: 'naziv tima, član, oznaka',
  history: 'Povijest tima',
  late: (duration: string) => `stiglo ${unbroken(duration)} kasnije`,
  /** Names of the entries in a team's history. */
  kinds: { ...actions, ...kinds } as Readonly<Record<string, string>>,
  commandLine: 'naredbeni redak',
  voidedMark: 'poništeno',

  frozenSince: (at: string) => `Poredak je zamrznut od ${at}. Ovdje vidite stvarni.`,
  open: 'Svi vide stvarni poredak.',
  firstOf: (shown: number, total: number) =>
    `Prikazano je prvih ${numeral(shown)} od ukupno ${numeral(total)}. Ostale pronađite u Pretrazi.`,

  announce: 'Pošalji poruku',
  prepared: 'Pripremljene poruke',
  preparedHint: 'Prije slanja prilagodite tekst.',
  templates: [
    {
      name: 'Početak',
      to: 'all',
      text: 'Natjecanje je počelo. Obiđite štandove i skupite što više bodova.',
    },
    {
      name: 'Uskoro kraj',
      to: 'all',
      text: 'Natjecanje uskoro završava. Obiđite preostale štandove.',
    },
    {
      name: 'Pola sata dulje',
      to: 'all',
      text: 'Natjecanje traje pola sata dulje. Obiđite preostale štandove.',
    },
    {
      name: 'Kraj',
      to: 'players',
      text: 'Natjecanje je završilo. Proglašenje je uskoro na pozornici.',
    },
    {
      name: 'Kraj za štandove',
      to: 'staff',
      text: 'Natjecanje je završilo. Otvorite aplikaciju i ostavite je otvorenu dok ne piše: Sve je upisano.',
    },
    {
      name: 'Poteškoće',
      to: 'all',
      text: 'Imamo poteškoća s mrežom. Bodovi se čuvaju na uređajima i upisat će se kasnije.',
    },
  ] satisfies readonly { readonly name: string; readonly to: MessageTo; readonly text: string }[],
  message: 'Poruka',
  messageHint: (left: number) =>
    left < 0 ? `Predugo za ${counted(-left, character)}.` : `Još ${counted(left, character)}.`,
  to: 'Kome',
  toNames: { all: 'Svima', players: 'Igračima', staff: 'Osoblju' },
  reaches: (count: number) => `Poruku ${pluralForm(count, gets)} ${counted(count, nouns.person)}.`,
  askToSend: (to: MessageTo, reached: number | null) =>
    `Poslati poruku ${toRecipients[to]}${reached === null ? '' : ` (${numeral(reached)})`}?`,
  messageSent: (to: MessageTo, reached: number | null) =>
    `Poruka je poslana: ${recipients[to]}${reached === null ? '' : ` (${numeral(reached)})`}.`,
  sent: 'Poslane poruke',
  noMessages: 'Još nema poruka.',

  audit: 'Dnevnik',
  noAudit: 'Još ništa nije zapisano.',
  /** How many scores were repaired, for the audit trail. */
  repaired: (count: number) => counted(count, score),
  retained: (what: readonly (keyof typeof retainable)[]) =>
    `zadržano: ${what.map((one) => retainable[one]).join(', ')}`,
  actions: actions as Readonly<Record<string, string>>,
} as const
