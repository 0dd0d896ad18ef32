import { nouns } from './nouns'
import { counted, pluralForm } from './plural'

/** The player's card and all that belongs to a team. */
export const teamTexts = {
  points: (count: number) => counted(count, nouns.point),
  /** The noun alone, beside a number in a type of its own. */
  pointsNoun: (count: number) => pluralForm(count, nouns.point),
  signedPoints: (count: number) => `${count > 0 ? '+' : ''}${counted(count, nouns.point)}`,
  members: (count: number) => counted(count, nouns.member),
  rank: (rank: number) => `${rank}. mjesto`,

  qrLabel: (team: string) => `QR kod tima ${team}`,
  showQr: 'Pokaži QR kod',
  qrHint: 'Pokažite ovaj kod na štandu.',

  invites: 'Zahtjevi za pridruživanje',
  accept: 'Prihvati',
  reject: 'Odbij',
  acceptNamed: (nickname: string) => `Prihvati zahtjev: ${nickname}`,
  rejectNamed: (nickname: string) => `Odbij zahtjev: ${nickname}`,
  accepted: (nickname: string) => `Novi član tima: ${nickname}`,
  rejected: 'Zahtjev je odbijen.',

  membersTitle: 'Članovi',
  captain: 'Kapetan',
  historyTitle: 'Dodjele bodova',
  historyEmpty: 'Još nema dodjela. Obiđite štandove i pokažite QR kod.',
  bonus: 'Bonus oznaka',
  voided: 'Poništeno',
  rankingTitle: 'Poredak',
  ownTeam: 'Vaš tim',

  noTeamTitle: 'Još niste u timu',
  noTeamText: 'Osnujte svoj tim ili zatražite mjesto u postojećem.',
  createTitle: 'Osnuj tim',
  nameLabel: 'Naziv tima',
  nameHint: 'Od 2 do 40 znakova.',
  create: 'Osnuj tim',
  created: (team: string) => `Osnovan je tim ${team}.`,
  findTitle: 'Pronađi tim',
  searchLabel: 'Naziv tima',
  searchPlaceholder: 'Upišite dio naziva',
  noTeams: 'Još nema nijednog tima. Osnujte prvi.',
  noMatches: 'Nijedan tim ne odgovara upisanom.',
  join: 'Pošalji zahtjev',
  joinNamed: (team: string) => `Pošalji zahtjev timu ${team}`,
  full: 'Tim je popunjen.',
  offeredTitle: 'Skeniran je QR kod ovog tima',
  pendingTitle: (team: string) => `Zahtjev timu ${team}`,
  pendingText: 'Zahtjev je poslan. Čeka se odluka kapetana.',
  withdraw: 'Povuci zahtjev',
  withdrawn: 'Zahtjev je povučen.',
} as const
