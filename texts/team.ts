import type { Team } from '#contract/entities'
import { errorTexts, WITHOUT_MEMBERS } from './errors'
import { counted, dotted, type Forms, HANDED_OUT, nouns, pluralForm } from './nouns'
import { numeral, ordinal, outOf, place, signed } from './numbers'
import { atTime } from './time'

const newInvite: Forms = { one: 'novi zahtjev', few: 'nova zahtjeva', other: 'novih zahtjeva' }

type TeamRank = Pick<Team, 'points' | 'rank'>

/** The player's card, teams and membership. */
export const teamTexts = {
  points: (count: number) => counted(count, nouns.point),
  /** The noun alone; the number beside it has its own style. */
  pointsNoun: (count: number) => pluralForm(count, nouns.point),
  signedPoints: (count: number) => `${count > 0 ? '+' : ''}${counted(count, nouns.point)}`,
  /** An award's points in words: "+25 bodova", "Preuzeto". */
  worth: (points: number) => (points === 0 ? HANDED_OUT : teamTexts.signedPoints(points)),
  members: (count: number) => counted(count, nouns.member),
  teams: (count: number) => counted(count, nouns.team),
  booths: (count: number) => counted(count, nouns.booth),
  /** A team without points has no rank. */
  rank: ({ rank, points }: TeamRank) => (points === 0 ? 'Bez plasmana' : ordinal(rank, 'mjesto')),
  rankShort: ({ rank, points }: TeamRank) => (points === 0 ? '–' : place(rank)),
  standing: ({ rank, points }: TeamRank) =>
    dotted(counted(points, nouns.point), points === 0 ? null : ordinal(rank, 'mjesto')),
  /** The noun alone; the number above it has its own style. */
  rankNoun: 'mjesto',
  /** The reason for points and the booth: "+25 · Pobjeda · Arkadna zona". */
  arrived: (points: number, label: string, booth: string | null) =>
    dotted(signed(points), label, booth),
  arrivedSpoken: (label: string, booth: string | null) =>
    `${label}${booth === null ? '' : `, ${booth}`}.`,
  moreArrived: (count: number) => `i još ${counted(count, nouns.award)}`,
  placeGained: (rank: number) => `${ordinal(rank, 'mjesto')}\u00a0↑`,
  placeGainedSpoken: (rank: number) => `Sada ste na ${ordinal(rank, 'mjestu')}.`,
  passed: (team: string) => `Prošli ste: ${team}`,
  passedSpoken: (team: string) => `Prošli ste tim ${team}.`,
  medalEarned: (medal: string) => `Medalja: ${medal}`,
  pointsArrived: (gained: number, points: number) =>
    `+${counted(gained, nouns.point)}. Ukupno: ${counted(points, nouns.point)}.`,

  qrLabel: (team: string) => `QR kod tima ${team}`,
  showQr: 'Pokaži QR kod',
  qrHint: 'Pokažite ovaj kod na štandu.',

  invites: 'Zahtjevi za pridruživanje',
  newInvites: (count: number) => counted(count, newInvite),
  newInvite: (nickname: string) => `Novi zahtjev: ${nickname}`,
  acceptedYou: (team: string) => `Sada ste u timu ${team}.`,
  noInvites: 'Nema novih zahtjeva.',
  accept: 'Prihvati',
  reject: 'Odbij',
  acceptNamed: (nickname: string) => `Prihvati zahtjev: ${nickname}`,
  rejectNamed: (nickname: string) => `Odbij zahtjev: ${nickname}`,
  accepted: (nickname: string) => `Novi član tima: ${nickname}`,
  rejected: 'Zahtjev je odbijen.',

  membersTitle: 'Članovi',
  you: 'vi',
  captain: 'Kapetan',
  remove: 'Ukloni iz tima',
  removeNamed: (nickname: string) => `Ukloni iz tima: ${nickname}`,
  removeTitle: (nickname: string) => `Ukloniti iz tima: ${nickname}?`,
  removeText: 'Bodovi ostaju timu. Za povratak je potreban novi zahtjev.',
  removed: (nickname: string) => `Više nije u timu: ${nickname}`,
  leave: 'Napusti tim',
  leaveTitle: (team: string) => `Napustiti tim ${team}?`,
  leaveText: 'Bodovi ostaju timu. Za povratak je potreban novi zahtjev ili kapetanov poziv.',
  leaveCaptainText:
    'Kapetan postaje član koji je u timu najdulje. Bodovi ostaju timu. Za povratak je potreban novi zahtjev ili kapetanov poziv.',
  leaveLastText:
    'U timu nema nikoga drugog, pa se izlaskom raspušta i nestaje iz poretka. To se ne može poništiti.',
  left: (team: string) => `Više niste u timu ${team}.`,
  disbandSection: 'Raspuštanje tima',
  disbandEffect: 'Tim i njegovi bodovi nestaju za sve članove. To se ne može poništiti.',
  disband: 'Raspusti tim',
  disbandTitle: (team: string) => `Raspustiti tim ${team}?`,
  disbandText:
    'Svi članovi ostaju bez tima, a tim i njegovi bodovi nestaju iz poretka. To se ne može poništiti.',
  disbandHint: 'Za potvrdu upišite naziv tima.',
  disbanded: (team: string) => `Raspušten je tim ${team}.`,

  boothsTitle: 'Štandovi',
  starsTitle: 'Zviježđe tima',
  openStars: (lit: number, all: number) => `Zviježđe tima: osvijetljeno ${outOf(lit, all)}`,
  starsLit: (lit: number, all: number) => `Osvijetljeno ${outOf(lit, all)}`,
  starsHint:
    'Svaki štand na kojem osvojite bodove osvijetli svoju zvijezdu, a svako blago povuče zlatnu crtu.',
  lit: 'osvijetljeno',
  notLit: 'još ne',
  nextBooth: 'Sljedeći štand',
  upTo: (points: number) => `do\u00a0+${numeral(points)}`,
  givesUpTo: (booth: string, points: number) => `${booth} daje do\u00a0${numeral(points)}`,
  noBooths: 'Još nema štandova.',
  cooldownsUnknown: 'Pauze trenutačno nisu poznate.',

  historyTitle: 'Dodjele bodova',
  historyEmpty: 'Još nema dodjela. Obiđite štandove i pokažite QR kod.',
  historyStayedEmpty: 'Nema dodjela.',
  older: 'Starije',
  latestTitle: 'Posljednji bodovi',
  allPoints: 'Svi bodovi',
  bonus: 'Oznaka s blagom',
  voided: 'Poništeno',

  rankingTitle: 'Poredak',
  toNextPlace: (points: number, rank: number) =>
    `Još ${counted(points, nouns.point)} do ${ordinal(rank, 'mjesta')}`,
  frozenSince: (moment: string) => [`Zamrznuto ${atTime(moment)}`, 'otkriva se na proglašenju'],
  /** The sum of all teams' points since the freeze. */
  givenSinceFreeze: (points: number) =>
    `Od zamrzavanja podijeljeno: ${counted(points, nouns.point)}`,
  /** Own points that nobody else sees yet. */
  unrevealed: (points: number) =>
    `${pluralForm(points, { one: 'Vaš', few: 'Vaša', other: 'Vaših' })} ${numeral(points)}\u00a0${pluralForm(points, { one: 'čeka', few: 'čekaju', other: 'čeka' })} otkrivanje`,
  placeRevealed: ({ rank, points }: TeamRank) =>
    `Otkriveno: vaš je tim na ${ordinal(rank, 'mjestu')}. Ukupno: ${counted(points, nouns.point)}.`,
  rankNow: (rank: number) => `Vaš je tim sada na ${ordinal(rank, 'mjestu')}.`,
  rankingEmpty: 'Još nema timova.',
  ownTeam: 'Vaš tim',

  inviteTitle: 'Poziv u tim',
  invite: 'Pozovi u tim',
  inviteHint: 'Tko skenira kod s vašeg zaslona ili otvori vaš link, odmah je u timu.',
  sharePicture: 'Podijeli sliku tima',
  story: 'Večernja priča',
  partNotLoaded: 'Ovaj dio aplikacije nije učitan. Pokušajte ponovno kad se povežete.',
  toJoining: 'Osnuj ili pronađi tim',

  noTeamTitle: 'Još niste u timu',
  stepsTitle: 'Kako se igra',
  steps: [
    'Osnujte tim ili zatražite pridruživanje.',
    'Pokažite QR kod na štandovima.',
    'Skupljajte bodove i pratite poredak.',
  ],
  createTitle: 'Novi tim',
  nameLabel: 'Naziv tima',
  nameHint: 'Od 2 do 40\u00a0znakova.',
  emblemLabel: 'Znak tima',
  emblemAsked: 'Odaberite znak tima',
  emblemHint: 'Dodir sprema znak. Kasnije ga mijenjate na zaslonu Tim.',
  emblemPicked: 'Znak tima je spremljen.',
  emblems: [
    'Zvijezda',
    'Munja',
    'Kruna',
    'Planet',
    'Raketa',
    'Plamen',
    'Sidro',
    'List',
    'Kocka',
    'Štit',
    'Ključ',
    'Duh',
  ] as readonly string[],
  create: 'Osnuj tim',
  created: (team: string) => `Osnovan je tim ${team}.`,
  joinTitle: 'Pridruži se timu',
  back: 'Natrag',
  scanInvitation: 'Skeniraj kapetanov kod',
  findTitle: 'Pronađi tim',
  searchLabel: 'Naziv tima',
  searchPlaceholder: 'Upišite dio naziva',
  noTeams: 'Još nema nijednog tima. Osnujte prvi.',
  noMatches: 'Nijedan tim ne odgovara upisanom.',
  moreTeams: (count: number) => `Još ${counted(count, nouns.team)}. Upišite dio naziva.`,
  join: 'Pošalji zahtjev',
  joinNamed: (team: string) => `Pošalji zahtjev timu ${team}`,
  full: errorTexts.TEAM_FULL,
  /** Why nobody can join a team. */
  closed: (memberCount: number) => (memberCount === 0 ? WITHOUT_MEMBERS : errorTexts.TEAM_FULL),
  offeredTitle: 'Skenirali ste QR kod ovog tima',
  offeredGoneTitle: 'Skenirali ste QR kod tima',
  teamGone: 'Tim nije pronađen. Možda je raspušten.',
  pendingTitle: (team: string) => `Zahtjev timu ${team}`,
  pendingText: 'Zahtjev je poslan. Čeka se odluka kapetana.',
  showCaptain: 'Pokažite ovo kapetanu:',
  pendingWhere: 'Kapetan vas prima na svojoj kartici.',
  pendingOther: 'Skenirali ste QR kod drugog tima. Za zahtjev tom timu najprije povucite ovaj.',
  withdraw: 'Povuci zahtjev',
  withdrawn: 'Zahtjev je povučen.',

  /** Notices about changes that somebody else made. */
  gone: {
    team: {
      title: (team: string) => `Više niste u timu ${team}.`,
      text: 'Napustili ste ga, kapetan vas je uklonio iz njega ili je raspušten.',
    },
    request: {
      title: (team: string) => `Zahtjev timu ${team} više nije aktivan.`,
      text: 'Povukli ste ga, kapetan ga nije prihvatio ili je tim raspušten. Možete poslati novi.',
    },
  },
} as const
