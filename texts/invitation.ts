/** A captain's invitation: its code, and the screen of who opens it. */
export const invitationTexts = {
  lasts: 'Kod vrijedi 10 minuta.',
  code: (team: string) => `Kod za ulazak u tim ${team}`,
  offline: 'Niste povezani. Novi kod stiže čim se povežete.',
  /** Who has come in while the code was shown. */
  cameIn: (nicknames: readonly string[]) => `U timu: ${nicknames.join(', ')}`,
  sendLink: 'Pošalji link',
  shareText: (team: string) => `Pridružite se timu ${team}. Link vrijedi 10 minuta.`,
  linkCopied: 'Link je kopiran.',
  linkNotCopied: 'Link nije kopiran. Pokažite kod.',
  joining: 'Ulazak u tim…',
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
