/** The booth: finding a team, awarding, taking back. */
export const awardTexts = {
  boardHint: 'Otvorite QR kod tima ili pronađite tim po nazivu.',
  findTeam: 'Pronađi tim',
  searchLabel: 'Naziv tima',
  searchPlaceholder: 'Upišite dio naziva',
  noMatches: 'Nijedan tim ne odgovara upisanom.',
  noTeams: 'Još nema nijednog tima.',
  boothAwards: 'Dodjele štanda',
  boothAwardsEmpty: 'Štand još nije dodijelio bodove.',

  awardTitle: 'Dodijeli bodove',
  awardTo: (team: string) => `Tim ${team}`,
  pause: (duration: string) => `Pauza: još ${duration}`,
  noPointTypes: 'Štand nema vrsta bodova. Javite se organizatoru.',
  teamGone: 'Tim nije pronađen. Možda je raspušten.',
  toBoard: 'Na nadzornu ploču',

  sending: 'Šalje se',
  recorded: 'Upisano',
  refused: (reason: string) => `Odbijeno: ${reason}`,
  unconfirmed: 'Nije potvrđeno. Poslužitelj nije odgovorio; ponovno slanje ne udvostručuje bodove.',
  sendAgain: 'Pošalji ponovno',
  undo: 'Poništi dodjelu',
  undone: 'Poništeno',
} as const
