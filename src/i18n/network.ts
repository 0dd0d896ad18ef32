export const networkTexts = {
  away: 'Niste povezani.',
  awaySince: (time: string) => `Niste povezani. Prikazano je stanje od ${time}.`,
  awaySinceShort: (time: string) => `Nema veze · stanje od ${time}`,
  stateOf: (time: string) => `Stanje od ${time}.`,
  back: 'Ponovno ste povezani.',
} as const
