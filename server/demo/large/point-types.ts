/** The types of the small demo, and more of a large convention. */
export const LARGE_POINT_TYPES = [
  { point_type: 'sudjelovanje', label: 'Sudjelovanje', points: 5, cooldown_seconds: 300 },
  { point_type: 'pobjeda', label: 'Pobjeda', points: 25, cooldown_seconds: 900 },
  { point_type: 'rekord', label: 'Rekord dana', points: 40, cooldown_seconds: 3_600 },
  { point_type: 'odgovor', label: 'Točan odgovor', points: 15, cooldown_seconds: 600 },
  { point_type: 'brzina', label: 'Najbrži odgovor', points: 20, cooldown_seconds: 1_200 },
  { point_type: 'tamnica', label: 'Izlazak iz tamnice', points: 30, cooldown_seconds: 1_800 },
  { point_type: 'zagonetka', label: 'Riješena zagonetka', points: 20, cooldown_seconds: 900 },
  { point_type: 'bez_pomoci', label: 'Riješeno bez pomoći', points: 35, cooldown_seconds: 2_700 },
  { point_type: 'timska', label: 'Cijeli tim na okupu', points: 10, cooldown_seconds: 1_800 },
  { point_type: 'radionica', label: 'Završena radionica', points: 20, cooldown_seconds: 3_600 },
  { point_type: 'rad', label: 'Izložen rad', points: 30, cooldown_seconds: 7_200 },
  { point_type: 'publika', label: 'Pljesak publike', points: 15, cooldown_seconds: 1_200 },
  { point_type: 'kostim', label: 'Kostim u cijelosti', points: 35, cooldown_seconds: 14_400 },
  { point_type: 'blago', label: 'Skriveno blago', points: 7, cooldown_seconds: 0 },
] as const
