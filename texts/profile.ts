/** Says what each field of a user's own data is for. */
export const dataTexts = {
  first_name: 'Ime i prezime vide tim kojem se pridružujete i organizator.',
  email: 'Njime možete zatražiti kod za prijavu.',
  mobile: 'Na njega stiže SMS s kodom za prijavu.',
  nickname: 'To vide drugi igrači.',
} as const

/** The dialog with a user's own data and devices. */
export const profileTexts = {
  title: 'Moji podaci',
  notLoaded: 'Podaci se ne mogu otvoriti. Povežite se i pokušajte ponovno.',
  fixed: 'Broj mobitela može promijeniti organizator. Javite mu se.',
  save: 'Spremi',
  saved: 'Podaci su spremljeni.',
  devices: 'Prijavljeni uređaji',
  thisDevice: 'Ovaj uređaj',
  unknownBrowser: 'Nepoznat preglednik',
  started: (moment: string) => `Prijava: ${moment}`,
  lastUsed: (day: string) => `Posljednja aktivnost: ${day}`,
  onlyThis: 'Prijavljeni ste samo na ovom uređaju.',
  endOthers: 'Odjavi ostale uređaje',
  ended: 'Ostali su uređaji odjavljeni.',
} as const
