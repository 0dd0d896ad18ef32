/** Of Iva at the arcade, whom the printed link signs in; the large demo has her too. */
export const DEMO_STAFF_MOBILE = '+385910000001'

/** Of Ana, the organiser of both demos. */
export const DEMO_ORGANISER_MOBILE = '+385910009001'

/** A small event in the format of event.json, for trying out the app. */
export const demoEvent = {
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
        { first_name: 'Iva', last_name: 'Horvat', email: 'iva@example.hr', mobile: DEMO_STAFF_MOBILE, nickname: 'iva' },
        { first_name: 'Marko', last_name: 'Babić', email: 'marko@example.hr', mobile: '+385910000002', nickname: 'marko_b' },
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
        { first_name: 'Lucija', last_name: 'Kovačević', email: 'lucija@example.hr', mobile: '+385910000003', nickname: 'lucija' },
      ],
    },
    {
      vendor_id: 'tamnica',
      name: 'Stol broj dvadeset',
      location: 'Hala B, uz zadnji prozor',
      description:
        'Avantura za cijeli tim, dvadesetak minuta i jedna kocka s dvadeset strana. Kocku bacate vi, posljedice tumačimo mi. Zmaj je pristojan dok mu se ne dira ručak.',
      point_types: ['tamnica', 'sudjelovanje'],
      staff: [{ first_name: 'Tin', last_name: 'Jurić', email: 'tin@example.hr', mobile: '+385910000004', nickname: 'tin' }],
    },
  ],
  organisers: [
    { first_name: 'Ana', last_name: 'Babić', email: 'ana@example.hr', mobile: DEMO_ORGANISER_MOBILE, nickname: 'ana' },
  ],
  tags: [
    { nfc_id: 'tim-0001', nfc_type: 'team' },
    { nfc_id: 'tim-0002', nfc_type: 'team' },
    { nfc_id: 'tim-0003', nfc_type: 'team' },
    { nfc_id: 'tim-0004', nfc_type: 'team' },
    { nfc_id: 'tim-0005', nfc_type: 'team' },
    { nfc_id: 'tim-0006', nfc_type: 'team' },
    { nfc_id: 'tim-0007', nfc_type: 'team' },
    { nfc_id: 'tim-0008', nfc_type: 'team' },
    { nfc_id: 'arkade-01', nfc_type: 'vendor', vendor_id: 'arkade' },
    { nfc_id: 'kviz-01', nfc_type: 'vendor', vendor_id: 'kviz' },
    { nfc_id: 'tamnica-01', nfc_type: 'vendor', vendor_id: 'tamnica' },
    { nfc_id: 'zmaj-7k2p9x4mq8', nfc_type: 'bonus', point_type: 'blago' },
    { nfc_id: 'prsten-3v8nq2wd6h', nfc_type: 'bonus', point_type: 'blago' },
    { nfc_id: 'tardis-9m4xk7c2rt', nfc_type: 'bonus', point_type: 'blago' },
  ],
} as const
