import { medalTexts } from './medals'
import { counted, type Forms } from './nouns'

const treasure: Forms = { one: 'blago', few: 'blaga', other: 'blaga' }

/** Results of scanning a tag. */
export const scanTexts = {
  reading: 'Čitanje oznake…',
  toBooths: 'Svi štandovi',

  freeTag: 'Slobodna timska oznaka',
  freeFound: 'Oznaka još ne pripada nijednom timu. Osnujte tim i povežite ga s ovom oznakom.',
  freePending: (team: string) =>
    `Vaš zahtjev timu ${team} još čeka. Osnivanjem tima taj se zahtjev povlači.`,
  orJoin: 'Želite u postojeći tim?',
  freeInTeam: (team: string) =>
    `Već ste u timu ${team}, pa ova oznaka ostaje slobodna za drugi tim.`,
  freeStaff:
    'Oznaka još ne pripada nijednom timu, pa se bodovi nemaju kome dodijeliti. Pronađite tim po nazivu.',

  team: (team: string) => `Tim ${team}`,
  joinText: 'Zatražite pridruživanje ovom timu. O zahtjevu odlučuje kapetan.',
  pendingElsewhere: (team: string) => `Već imate zahtjev timu ${team}. Povucite ga prije novoga.`,
  otherTeam: (own: string) => `Ova oznaka pripada drugom timu. Vi ste u timu ${own}.`,

  booth: 'Štand',
  boothGives: 'Što možete osvojiti',
  ownBooth: 'Ovo je vaš štand.',
  boothClosed: 'Štand je zatvoren i ne dodjeljuje bodove.',

  collectedTitle: 'Skriveno blago je prikupljeno',
  /**
   * The number of treasures still needed for the hunter's medal, or that it is earned just now;
   * null if it was earned before (`missing` is negative).
   */
  toHunterMedal: (missing: number) => {
    const { name } = medalTexts.medals.lovac
    if (missing < 0) return null
    return missing > 0 ? `Još ${counted(missing, treasure)} do medalje ${name}` : `Medalja: ${name}`
  },
  collectedFor: (label: string, team: string) => `${label} za tim ${team}`,
  alreadyTitle: 'Skriveno blago je već prikupljeno',
  alreadyWhat: (label: string, points: string) => `${label}: ${points}`,
  alreadyWhen: (when: string) => `Prikupljeno ${when}.`,
  oncePerTeam: 'Svako skriveno blago timu donosi bodove samo jednom.',
  bonusForPlayers: 'Skriveno blago za igrače',
  bonusForPlayersText:
    'Ova oznaka donosi bodove igračima kad je sami skeniraju. Štandu ne daje ništa.',
  needTeam: 'Najprije vam treba tim',
  needTeamText:
    'Skriveno blago upisuje se timu. Osnujte tim ili zatražite pridruživanje postojećem, pa ponovno skenirajte oznaku.',
  needTeamPending: (team: string) =>
    `Skriveno blago upisuje se timu. Kad kapetan prihvati vaš zahtjev timu ${team}, ponovno skenirajte oznaku.`,
  needTeamStored:
    'Dodir oznake je zapamćen. Skriveno blago upisuje se timu čim ga osnujete ili vas tim primi.',

  touchAgain: 'Skriveno blago nije prikupljeno',

  closed: 'Natjecanje nije u tijeku',
  closedText: 'Skriveno blago može se prikupiti samo dok natjecanje traje.',
  late: 'Rezultati su zatvoreni',
  unknown: 'Oznaka nije dio ove igre.',
  unknownText:
    'Ako ste upisali kod, provjerite velika i mala slova. Ako ste oznaku našli na mjestu natjecanja, javite se organizatoru.',
  toStart: 'Na početak',
  otherAccount: 'Prijavljen je drugi račun',
  otherAccountText: 'Na ovom je uređaju u međuvremenu prijavljen drugi račun. Osvježite stranicu.',
  notConnectedText:
    'Poslužitelj nije odgovorio. Pokušajte ponovno; ista se oznaka ne broji dvaput.',
  notOnDevice:
    'Oznaka nije na popisu ovog uređaja. Skenirajte QR kod tima ili pronađite tim po nazivu.',

  stored: 'Oznaka je zapamćena',
  storedText:
    'Niste povezani. Provjerit ćemo je čim se povežete; vrijeme skeniranja ostaje zapisano.',
  storedTitle: 'Skenirane oznake',
  storedUnreadable:
    'Skenirane oznake koje čekaju ne mogu se pročitati s ovog uređaja. Kad se povežete, skenirajte ih ponovno.',
  storedTreasure: 'Oznaka s blagom',
  storedTag: 'Skenirana oznaka',
  storedNeedsTeam: 'Čeka da uđete u tim',
  storedOpen: 'Otvori',
  arrived: (label: string, points: string) => `Prikupljeno: ${label}, ${points}.`,
} as const
