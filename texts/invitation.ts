/**
 * A captain's invitation: the captain's screen with the code, and the screen of whoever opens it.
 */
export const invitationTexts = {
  mateScans: 'Suigrač skenira ovaj kod',
  lasts: 'Kod vrijedi 10\u00a0minuta.',
  code: (team: string) => `Kod za ulazak u tim ${team}`,
  offline: 'Niste povezani. Novi kod stiže čim se povežete.',
  /** The people who joined while the code was shown. */
  cameIn: (nicknames: readonly string[]) => `U timu: ${nicknames.join(', ')}`,
  sendLink: 'Pošalji link',
  shareText: (team: string) => `Pridružite se timu ${team}. Link vrijedi 10\u00a0minuta.`,
  linkCopied: 'Link je kopiran.',
  linkNotCopied: 'Link nije kopiran. Pokažite kod.',
  joining: 'Ulazak u tim…',
  opening: 'Otvaranje poziva…',
  join: (team: string) => `Pridruži se timu ${team}`,
  endsRequest: (team: string) => `Vaš zahtjev timu ${team} time se povlači.`,
  toCard: 'Na karticu',
  toTeam: 'Pogledaj svoj tim',
  alreadyHere: (team: string) => `Već ste u timu ${team}.`,
  leaveFirst: 'Za ulazak u drugi tim najprije napustite svoj.',
  full: 'Zamolite kapetana da oslobodi mjesto ili potražite drugi tim.',
  gone: 'Potražite drugi tim ili osnujte svoj.',
  expiredOr: 'Možete mu poslati i zahtjev za pridruživanje.',
  forPlayers: 'Poziv u tim vrijedi za igrače.',
  asStaff: 'Prijavljeni ste kao osoblje štanda, a ono ne ulazi u timove.',
  asOrganiser: 'Prijavljeni ste kao organizator, a on ne ulazi u timove.',
  toStart: 'Na početak',
} as const
