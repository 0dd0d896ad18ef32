import { nouns } from './nouns'
import { counted, pluralForm } from './plural'
import { awardsWaiting } from './waiting'

const cannot = { one: 'ne može', few: 'ne mogu', other: 'ne može' } as const

/** The booth: finding a team, awarding, taking back. */
export const awardTexts = {
  boardHint: 'Otvorite QR kod tima ili pronađite tim po nazivu.',
  findTeam: 'Pronađi tim',
  searchLabel: 'Naziv tima',
  searchPlaceholder: 'Upišite dio naziva',
  noMatches: 'Nijedan tim ne odgovara upisanom.',
  noTeams: 'Još nema nijednog tima.',
  someShown: (shown: number, all: number) => `Prikazano ${shown} od ${all}. Upišite dio naziva.`,
  boothAwards: 'Dodjele štanda',
  boothAwardsEmpty: 'Štand još nije dodijelio bodove.',
  showAll: (count: number) => `Prikaži sve (${count})`,
  booths: 'Štandovi',
  boothsEmpty: 'Još nema nijednog štanda.',
  ownBooth: 'Vaš štand',
  noOffers: 'Bez vrsta bodova',
  lostBooth: 'Više niste u osoblju štanda',
  lostBoothText: 'Štand vam više nije dodijeljen. Ako to nije u redu, javite se organizatoru.',
  onwards: 'Nastavi kao igrač',

  awardTitle: 'Dodijeli bodove',
  pause: (duration: string) => `Pauza: još ${duration}`,
  pauseOf: (duration: string) => `Pauza: ${duration}`,
  noPause: 'Bez pauze',
  noPointTypes: 'Štand nema vrsta bodova. Javite se organizatoru.',
  teamGone: 'Tim nije pronađen. Možda je raspušten.',
  toBoard: 'Na nadzornu ploču',

  sending: 'Šalje se',
  recorded: 'Upisano',
  refused: (reason: string) => `Odbijeno: ${reason}`,
  waiting: 'Čeka slanje',
  sendNow: 'Pošalji sada',
  seen: 'U redu',
  notKept:
    'Nije potvrđeno: uređaj ne može spremiti dodjelu, a poslužitelj ne odgovara. Provjerite dodjele štanda kad se veza vrati.',
  onlyOnline: 'Ovaj uređaj ne sprema dodjele, pa ih možete davati samo dok ste povezani.',
  prediction: 'Procjena: uređaj nije povezan',
  outboxRefused: 'Odbijeno',
  waitingCount: awardsWaiting,
  unreadable: (count: number) =>
    `${counted(count, nouns.award)} ${pluralForm(count, cannot)} se pročitati. Ne brišite podatke stranice i javite se organizatoru.`,
  undo: 'Poništi dodjelu',
  undoNamed: (label: string, team: string) => `Poništi dodjelu: ${label}, ${team}`,
  undone: 'Poništeno',
  undoneToast: 'Dodjela je poništena.',
  undoUnconfirmed: 'Poništavanje nije potvrđeno. Pokušajte ponovno.',
} as const
