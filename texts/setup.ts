import { counted, dotted, nouns } from './nouns'
import { numeral } from './numbers'

const type = { one: 'vrsta', few: 'vrste', other: 'vrsta' }
const unwrittenTag = { one: 'nezapisana', few: 'nezapisane', other: 'nezapisanih' }
/** Kinds of tags. */
export const tagTypes = { team: 'Timovi', vendor: 'Štandovi', bonus: 'Blago' } as const

/** How the organiser prepares the event. */
export const setupTexts = {
  title: 'Priprema',
  nav: 'Dijelovi pripreme',
  parts: {
    settings: 'Natjecanje',
    pointTypes: 'Vrste bodova',
    booths: 'Štandovi',
    tags: 'Oznake',
    players: 'Igrači',
    print: 'Ispis',
    file: 'Datoteka',
    guide: 'Vodič',
  },
  back: 'Natrag na pripremu',
  save: 'Spremi',

  missing: 'Što nedostaje',
  nothingMissing: 'Sve je spremno za početak.',
  missingItems: {
    types: 'Nema nijedne vrste bodova.',
    booths: 'Nema nijednog štanda.',
    window: 'Početak i kraj nisu upisani: bodovi se dijele cijelo vrijeme.',
    noStaff: (names: string) => `Bez osoblja: ${names}.`,
    noTypes: (names: string) => `Ne daju nijednu vrstu bodova: ${names}.`,
    noTag: (names: string) => `Bez oznake: ${names}.`,
    players:
      'Još nema igrača. Pošaljite pozivnice ili objavite adresu na kojoj se igrači registriraju.',
    rehearsal:
      'Još nije stigla nijedna dodjela. Odigrajte probu: skenirajte tim i dodijelite bodove.',
    rehearsalEarly:
      'Još nije stigla nijedna dodjela. Odigrajte probu: „Počni probu” otvara natjecanje prije početka.',
    backup:
      'Nema sigurnosne kopije iz posljednja 24\u00a0sata. Zamolite osobu koja održava poslužitelj da je napravi.',
  },
  more: (count: number) => `i još ${numeral(count)}`,

  has: {
    window: (starts: string, ends: string) => `${starts} – ${ends}`,
    openStart: 'bez početka',
    openEnd: 'bez kraja',
    types: (count: number) => counted(count, type),
    booths: (count: number, without: number) =>
      `${counted(count, nouns.booth)}${without === 0 ? '' : `, ${numeral(without)}\u00a0bez osoblja`}`,
    tags: (count: number, unwritten: number) =>
      `${counted(count, nouns.tag)}${unwritten === 0 ? '' : `, ${counted(unwritten, unwrittenTag)}`}`,
  },

  /** Shown below a field: the value that somebody else has entered meanwhile. */
  meanwhile: (value: string) =>
    value === '' ? 'U međuvremenu je ispražnjeno.' : `U međuvremenu je upisano: ${value}`,
  confirmLosses: 'Primijeniti promjenu?',
  apply: 'Primijeni',
  cannotRemove: (why: string) =>
    `Ne može se obrisati: ${why.charAt(0).toLowerCase()}${why.slice(1)}`,

  types: {
    add: 'Nova vrsta bodova',
    none: 'Još nema vrsta bodova.',
    back: 'Sve vrste bodova',
    label: 'Naziv',
    points: 'Bodovi',
    noPoints:
      'Štand samo bilježi da je tim nešto preuzeo, na primjer naljepnicu. Pauza kaže koliko dugo ne može opet.',
    cooldown: 'Pauza (minute)',
    cooldownHint: 'Toliko isti štand čeka prije nego što istom timu opet može dati ove bodove.',
    noCooldown:
      'Bez pauze štand može istom timu dati ove bodove i dvaput zaredom. To je za oznake s blagom.',
    cooldownInvalid: 'Upišite broj minuta od 0 do 10\u202f080.',
    row: (points: number, cooldown: string | null) =>
      dotted(
        points === 0 ? 'bez bodova' : counted(points, nouns.point),
        cooldown === null ? 'bez pauze' : `pauza ${cooldown}`,
      ),
    saved: (name: string) => `Vrsta bodova je spremljena: ${name}.`,
    remove: (name: string) => ({
      label: 'Obriši vrstu bodova',
      title: `Obrisati vrstu bodova ${name}?`,
      text: 'Štandovi i oznake je ne smiju davati.',
      done: `Vrsta bodova je obrisana: ${name}.`,
    }),
  },

  booths: {
    add: 'Novi štand',
    none: 'Još nema štandova.',
    back: 'Svi štandovi',
    name: 'Naziv',
    location: 'Mjesto',
    locationHint: 'Gdje je, npr. Hala A, štand 3.',
    description: 'Opis',
    gives: 'Daje bodove',
    noTypes: 'Prvo dodajte vrste bodova.',
    typesAs: (booth: string) => `Iste kao ${booth}`,
    isClosed: 'zatvoren',
    people: (count: number) => (count === 0 ? 'bez osoblja' : counted(count, nouns.person)),
    saved: (name: string) => `Štand je spremljen: ${name}.`,
    close: (name: string) => ({
      label: 'Zatvori štand',
      text: 'Nestaje s popisa i od sada ne daje bodove. Što je dao, ostaje. Može se ponovno otvoriti.',
      done: `Štand je zatvoren: ${name}.`,
    }),
    reopen: 'Ponovno otvori štand',
    reopened: (name: string) => `Štand je opet otvoren: ${name}.`,
    remove: (name: string) => ({
      label: 'Obriši štand',
      title: `Obrisati štand ${name}?`,
      text: 'Briše se samo štand koji još ništa nije dao i na kojem nitko ne radi.',
      done: `Štand je obrisan: ${name}.`,
    }),
  },

  people: {
    staff: 'Osoblje',
    noStaff: 'Na štandu još nitko ne radi.',
    organisers: 'Organizatori',
    organisersHint: 'Organizator se prijavljuje kodom iz SMS-a.',
    add: 'Dodaj osobu',
    change: 'Promijeni',
    allAdded: 'Gotovo',
    added: (count: number) => `Dodano: ${counted(count, nouns.person)}`,
    optional: (name: string) => `${name} (neobavezno)`,
    nicknameHint: 'Bez nadimka se izradi iz imena.',
    emailHint: 'Bez e-maila se osoba prijavljuje brojem mobitela.',
    saved: (name: string) => `Spremljeno: ${name}.`,
    leave: (name: string, booth: string) => ({
      label: 'Makni sa štanda',
      title: 'Maknuti osobu sa štanda?',
      text: `${name} više neće raditi na štandu ${booth}. Račun ostaje.`,
      done: `${name} više ne radi na štandu ${booth}.`,
    }),
    leaveRole: (name: string) => ({
      label: 'Makni organizatora',
      title: 'Maknuti organizatora?',
      text: `${name} više neće biti organizator. Račun ostaje.`,
      done: `${name} više nije organizator.`,
    }),
  },

  tags: {
    make: 'Izradi oznake',
    type: 'Za što',
    types: tagTypes,
    count: 'Koliko',
    countInvalid: 'Upišite broj od 1 do 500.',
    booth: 'Štand',
    boothOfBonus: 'Štand koji je zapisuje',
    noBooth: 'nijedan',
    choose: 'Odaberite',
    pointType: 'Vrsta bodova',
    made: (count: number) => `Izrađeno: ${counted(count, nouns.tag)}.`,
    list: (count: number) => counted(count, nouns.tag),
    all: 'Sve',
    none: 'Nema takvih oznaka.',
    team: 'Timska oznaka',
    free: 'slobodna',
    ofTeam: (team: string) => `tim ${team}`,
    bonus: (label: string) =>
      label.startsWith('Skriveno blago') ? label : `Skriveno blago: ${label}`,
    madeNote: (who: string | null, at: string) => `izrada: ${who === null ? at : `${who}, ${at}`}`,
    writtenNote: (who: string | null, at: string) =>
      `zapisivanje: ${who === null ? at : `${who}, ${at}`}`,
    unwritten: 'nije zapisana',
    proves: 'Svaki dodir dokazuje se čipom (NTAG\u00a0424\u00a0DNA)',
    provesHint:
      'Adresa obične oznake vrijedi i kad se pošalje prijateljima. Ovakva vrijedi samo uz dodir: treba čip NTAG\u00a0424\u00a0DNA i ključeve na poslužitelju.',
    chip: 'Što zapisati na čip',
    template: 'Predložak',
    piccOffset: 'Pomak picc',
    cmacOffset: 'Pomak cmac',
    sharesKeys:
      'Neke oznake koje dokazuju dodir imaju iste ključeve, a čip im još nije pridružen, pa bi jedan dodir mogao vrijediti za drugu oznaku. Prije postavljanja svakoj upišite UID njezina čipa ili je dodirnite kao probni tim.',
    uid: 'UID čipa',
    uidHint: '14\u00a0znamenki od 0 do 9 i od A do F. Bez njega ga pridružuje prvi dodir.',
    chipSaved: (id: string) => `Čip je pridružen oznaci ${id}.`,
    note: 'Naziv i mjesto',
    noteHint: 'Vide ih samo organizatori, npr. Zmaj, iza stupa u hali B.',
    noteSaved: (id: string) => `Naziv i mjesto su spremljeni: ${id}.`,
    forEachBooth: 'Po jedna za svaki štand',
    untagged: (count: number) => `${counted(count, nouns.booth)} bez oznake`,
    save: 'Spremi kao tablicu',
    file: 'oznake',
    columns: [
      'oznaka',
      'vrsta',
      'štand',
      'vrsta bodova',
      'tim',
      'adresa',
      'izrada',
      'izradio račun',
      'zapisivanje',
      'zapisao račun',
      'predložak',
      'pomak picc',
      'pomak cmac',
      'čip',
      'naziv i mjesto',
    ],
    remove: (id: string) => ({
      label: 'Obriši',
      title: `Obrisati oznaku ${id}?`,
      text: 'Tko je dotakne ili skenira, neće dobiti ništa.',
      done: `Oznaka je obrisana: ${id}.`,
    }),
  },

  first: {
    title: 'Prvi organizator',
    hint: 'Ovaj poslužitelj još nema organizatora. Upišite svoje podatke pa pripremite natjecanje.',
    submit: 'Nastavi na pripremu',
    noToken: 'Ova je adresa nepotpuna. Otvorite cijelu adresu koju je ispisao poslužitelj.',
    used: 'Organizator već postoji ili adresa više ne vrijedi. Prijavite se.',
  },

  event: {
    starts: 'Početak',
    ends: 'Kraj',
    zone: 'Vremenska zona',
    startsHint: 'Prije toga nema bodova. Prazno: od sada.',
    endsHint: 'Nakon toga nema bodova. Prazno: bez kraja.',
    zoneHint: 'U njoj su sva vremena, npr. Europe/Zagreb.',
    zoneUnknown: 'Ovaj preglednik ne poznaje tu vremensku zonu. Odaberite drugu s popisa.',
    size: 'Najviše članova u timu',
    sizeHint: '0: bez ograničenja.',
    incomplete: 'Odaberite i datum i vrijeme ili ispraznite polje.',
    saved: 'Natjecanje je spremljeno.',
  },
} as const
