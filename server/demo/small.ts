import type { DemoPlayer, DemoStory } from './story'

/** Mobile number of Iva, staff at the arcade in both demos, as whom a printed link signs in. */
export const DEMO_STAFF_MOBILE = '+385910000001'

/** Mobile number of Ana, the organiser of both demos. */
export const DEMO_ORGANISER_MOBILE = '+385910009001'

/** In the format of event.json. */
const demoEvent = {
  settings: { team_max_members: 6, starts_at: null, ends_at: null },
  point_types: [
    { point_type: 'pobjeda', label: 'Pobjeda', points: 25, cooldown_seconds: 900 },
    { point_type: 'rekord', label: 'Rekord dana', points: 40, cooldown_seconds: 3_600 },
    { point_type: 'odgovor', label: 'Točan odgovor', points: 15, cooldown_seconds: 600 },
    { point_type: 'tamnica', label: 'Izlazak iz tamnice', points: 30, cooldown_seconds: 1_800 },
    { point_type: 'sudjelovanje', label: 'Sudjelovanje', points: 5, cooldown_seconds: 300 },
    { point_type: 'blago', label: 'Skriveno blago', points: 7, cooldown_seconds: 0 },
  ],
  vendors: [
    {
      vendor_id: 'arkade',
      name: 'Arkadna zona',
      location: 'Hala A, štand 3',
      description:
        'Dvanaest automata iz osamdesetih i jedan joystick koji vuče ulijevo. Na njemu su svi jednaki, pa se rekordi ondje cijene dvostruko.',
      point_types: ['pobjeda', 'rekord', 'sudjelovanje'],
      staff: [
        {
          first_name: 'Iva',
          last_name: 'Horvat',
          email: 'iva@example.hr',
          mobile: DEMO_STAFF_MOBILE,
          nickname: 'iva',
        },
        {
          first_name: 'Marko',
          last_name: 'Babić',
          email: 'marko@example.hr',
          mobile: '+385910000002',
          nickname: 'marko_b',
        },
      ],
    },
    {
      vendor_id: 'kviz',
      name: 'Kvizionica',
      location: 'Hala B, pozornica uz kafić',
      description:
        'Tri pitanja, minuta po pitanju i voditeljica koja je Silmarillion pročitala dvaput, oba puta od svoje volje. Dovikivanje iz publike je dopušteno, ali ne nosi bodove.',
      point_types: ['odgovor', 'sudjelovanje'],
      staff: [
        {
          first_name: 'Lucija',
          last_name: 'Kovačević',
          email: 'lucija@example.hr',
          mobile: '+385910000003',
          nickname: 'lucija',
        },
      ],
    },
    {
      vendor_id: 'tamnica',
      name: 'Stol broj dvadeset',
      location: 'Hala B, uz zadnji prozor',
      description:
        'Avantura za cijeli tim, dvadesetak minuta i jedna kocka s dvadeset strana. Kocku bacate vi, posljedice tumačimo mi. Zmaj je pristojan dok mu se ne dira ručak.',
      point_types: ['tamnica', 'sudjelovanje'],
      staff: [
        {
          first_name: 'Tin',
          last_name: 'Jurić',
          email: 'tin@example.hr',
          mobile: '+385910000004',
          nickname: 'tin',
        },
      ],
    },
  ],
  organisers: [
    {
      first_name: 'Ana',
      last_name: 'Babić',
      email: 'ana@example.hr',
      mobile: DEMO_ORGANISER_MOBILE,
      nickname: 'ana',
    },
  ],
  tags: [
    ...[1, 2, 3, 4, 5, 6, 7, 8].map((number) => ({ nfc_id: `tim-000${number}`, nfc_type: 'team' })),
    { nfc_id: 'arkade-01', nfc_type: 'vendor', vendor_id: 'arkade' },
    { nfc_id: 'kviz-01', nfc_type: 'vendor', vendor_id: 'kviz' },
    { nfc_id: 'tamnica-01', nfc_type: 'vendor', vendor_id: 'tamnica' },
    { nfc_id: 'zmaj-7k2p9x4mq8', nfc_type: 'bonus', point_type: 'blago' },
    { nfc_id: 'prsten-3v8nq2wd6h', nfc_type: 'bonus', point_type: 'blago' },
    { nfc_id: 'tardis-9m4xk7c2rt', nfc_type: 'bonus', point_type: 'blago' },
  ],
}

/**
 * The player as whom a printed link signs in: a member of a team with points, so that the card
 * shows everything.
 */
export const DEMO_PLAYER = {
  nickname: 'nela',
  first_name: 'Nela',
  last_name: 'Novak',
  mobile: '+385910000101',
} as const satisfies DemoPlayer

/** The captain as whom a printed link signs in; the team has a pending request. */
export const DEMO_CAPTAIN = {
  nickname: 'piksel',
  first_name: 'Luka',
  last_name: 'Marić',
  mobile: '+385910000111',
} as const satisfies DemoPlayer

/** Three booths and a few teams that have played for some hours; all fit on one screen. */
export const smallStory: DemoStory = {
  event: demoEvent,
  registeredMinutesAgo: 300,
  teamless: [
    { nickname: 'zombi_iz_reda', first_name: 'Jakov', last_name: 'Šimić', mobile: '+385910000102' },
    { nickname: 'tikvica', first_name: 'Dora', last_name: 'Vuković', mobile: '+385910000103' },
  ],
  teams: [
    {
      name: 'Plavi Vukovi',
      tag: 'tim-0001',
      minutesAgo: 290,
      members: [
        DEMO_CAPTAIN,
        { nickname: 'mrkvica', first_name: 'Ena', last_name: 'Knežević', mobile: '+385910000112' },
        { nickname: 'd20', first_name: 'Filip', last_name: 'Božić', mobile: '+385910000113' },
        { nickname: 'zmajica', first_name: 'Petra', last_name: 'Đurić', mobile: '+385910000114' },
      ],
    },
    {
      name: 'Kritični Pogodak',
      tag: 'tim-0002',
      minutesAgo: 270,
      members: [
        { nickname: 'gandalfica', first_name: 'Sara', last_name: 'Perić', mobile: '+385910000121' },
        { nickname: 'ctrl_z', first_name: 'Ivan', last_name: 'Tomić', mobile: '+385910000122' },
        { nickname: 'lag', first_name: 'Karlo', last_name: 'Grgić', mobile: '+385910000123' },
        DEMO_PLAYER,
      ],
    },
    {
      name: 'Greška 404',
      tag: null,
      minutesAgo: 250,
      members: [
        { nickname: 'kava404', first_name: 'Mia', last_name: 'Barišić', mobile: '+385910000131' },
        { nickname: 'respawn', first_name: 'Noa', last_name: 'Lončar', mobile: '+385910000132' },
      ],
    },
    {
      name: 'Bakini Keksi',
      tag: 'tim-0003',
      minutesAgo: 130,
      members: [
        { nickname: 'vanilija', first_name: 'Lana', last_name: 'Čović', mobile: '+385910000141' },
        { nickname: 'mrvica', first_name: 'Toni', last_name: 'Žagar', mobile: '+385910000142' },
        { nickname: 'cimet', first_name: 'Rita', last_name: 'Pavić', mobile: '+385910000143' },
      ],
    },
    {
      name: 'Tek Stigli',
      tag: null,
      minutesAgo: 14,
      members: [
        {
          nickname: 'jos_parkiram',
          first_name: 'Borna',
          last_name: 'Ćosić',
          mobile: '+385910000151',
        },
      ],
    },
  ],
  requests: [{ nickname: 'tikvica', team: 'Plavi Vukovi', minutesAgo: 9 }],
  // These awards respect the cooldowns.
  awards: [
    { team: 'Plavi Vukovi', vendor: 'arkade', type: 'pobjeda', minutesAgo: 210 },
    { team: 'Kritični Pogodak', vendor: 'kviz', type: 'odgovor', minutesAgo: 200 },
    { team: 'Greška 404', vendor: 'arkade', type: 'pobjeda', minutesAgo: 190 },
    { team: 'Plavi Vukovi', vendor: 'kviz', type: 'odgovor', minutesAgo: 180 },
    { team: 'Kritični Pogodak', vendor: 'kviz', type: 'odgovor', minutesAgo: 170 },
    { team: 'Plavi Vukovi', vendor: 'arkade', type: 'pobjeda', minutesAgo: 150 },
    { team: 'Kritični Pogodak', vendor: 'tamnica', type: 'tamnica', minutesAgo: 140 },
    { team: 'Plavi Vukovi', vendor: 'tamnica', type: 'tamnica', minutesAgo: 120 },
    { team: 'Kritični Pogodak', vendor: 'tamnica', type: 'sudjelovanje', minutesAgo: 100 },
    { team: 'Plavi Vukovi', vendor: 'arkade', type: 'rekord', minutesAgo: 95 },
    { team: 'Greška 404', vendor: 'tamnica', type: 'tamnica', minutesAgo: 90 },
    { team: 'Bakini Keksi', vendor: 'tamnica', type: 'tamnica', minutesAgo: 80 },
    { team: 'Plavi Vukovi', vendor: 'kviz', type: 'odgovor', minutesAgo: 62 },
    { team: 'Greška 404', vendor: 'kviz', type: 'odgovor', minutesAgo: 50 },
    { team: 'Greška 404', vendor: 'kviz', type: 'sudjelovanje', minutesAgo: 45 },
    { team: 'Kritični Pogodak', vendor: 'kviz', type: 'odgovor', minutesAgo: 30 },
    { team: 'Greška 404', vendor: 'arkade', type: 'sudjelovanje', minutesAgo: 20 },
    { team: 'Greška 404', vendor: 'arkade', type: 'rekord', minutesAgo: 18, voided: true },
    { team: 'Bakini Keksi', vendor: 'arkade', type: 'sudjelovanje', minutesAgo: 6 },
    { team: 'Bakini Keksi', vendor: 'kviz', type: 'odgovor', minutesAgo: 3 },
  ],
  finds: [
    { team: 'Kritični Pogodak', tag: 'prsten-3v8nq2wd6h', finder: 'lag', minutesAgo: 75 },
    { team: 'Plavi Vukovi', tag: 'zmaj-7k2p9x4mq8', finder: 'zmajica', minutesAgo: 40 },
    { team: 'Greška 404', tag: 'zmaj-7k2p9x4mq8', finder: 'respawn', minutesAgo: 15 },
  ],
}
