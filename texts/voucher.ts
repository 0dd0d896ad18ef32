import { dotted, HANDED_OUT } from './nouns'
import { signed } from './numbers'

/** A team's copy of an award. */
export const voucherTexts = {
  show: 'Pokaži timu',
  shown: 'Kod je pokazan timu',
  hint: 'Neka tim skenira ovaj kod. Bodovi stižu i ako ovaj mobitel ostane bez mreže.',
  qrLabel: (team: string) => `QR kod kopije dodjele za tim ${team}`,
  notReady: 'Kod se ne može pokazati. Dodjela i dalje čeka slanje na ovom uređaju.',

  title: 'Bodovi koji čekaju potvrdu',
  what: (points: number, booth: string) => dotted(points === 0 ? null : signed(points), booth),
  unknownBooth: 'dodjela sa štanda',
  /** Shown while the signature is not checked yet. */
  unverified: (what: string) => `Neprovjereno: ${what}`,
  waits: (what: string) => `Čeka potvrdu: ${what}`,
  refused: (what: string, reason: string) => `${what}: ${reason}`,
  arrived: (points: number, booth: string) =>
    points === 0 ? `${HANDED_OUT}: ${booth}` : `Upisano: ${voucherTexts.what(points, booth)}`,
  voided: 'Dodjela je poništena.',
  notByStaff:
    'Osoba koja je dodijelila bodove tada nije bila osoblje tog štanda. Javite se štandu.',
  signIn: 'Bodovi su spremljeni na ovom mobitelu. Prijavite se da ih predamo poslužitelju.',

  ofAnotherTeam: (team: string | null) =>
    `Ovi bodovi pripadaju ${team === null ? 'timu kojem je kod pokazan' : `timu ${team}`}. Neka kod skenira netko iz tog tima.`,

  noVoucher: 'Ovaj kod nije ispravan. Zamolite štand da ga ponovno pokaže.',
  notStored: 'Bodovi nisu spremljeni. Skenirajte kod ponovno.',
} as const
