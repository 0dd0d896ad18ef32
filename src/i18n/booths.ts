/** Lists of booths. */
export const boothTexts = {
  searchLabel: 'Pronađi štand',
  searchPlaceholder: 'Naziv, mjesto ili vrsta bodova',
  noMatches: 'Nijedan štand ne odgovara upisanom.',
  own: 'vaš štand',
  free: (free: number, all: number) => `Dostupno ${free} od ${all}`,
  /** `duration` stands in the accusative. */
  freeIn: (duration: string) => `za ${duration}`,
} as const
