const QUOTED_MAX = 40

/** Signing in, registering, and the names of the roles' home screens. */
export const sessionTexts = {
  signIn: 'Prijava',
  idLabel: 'Broj mobitela ili e-mail',
  /**
   * An error that quotes the text as the app read it, because pasted text may differ from what the
   * screen shows.
   */
  notRead: (read: string, text: string) =>
    read === '' ? text : `Pročitano je „${[...read].slice(0, QUOTED_MAX).join('')}”. ${text}`,
  idUnread: 'Upišite broj mobitela ili e-mail.',
  sendCode: 'Pošalji kod',
  codeRequested: (number: string) => `Ako račun postoji, kod je stigao na ${number}.`,
  ofAccount: (email: string) => `broj računa ${email}`,
  ownSignIn:
    'Aplikacija na početnom zaslonu ima vlastitu prijavu. Upišite ovdje kod iz SMS-a: link iz SMS-a otvara preglednik.',
  cookiesBlocked: 'Preglednik blokira kolačiće. Dopustite ih za ovu stranicu pa pokušajte ponovno.',
  noAccount: 'Nemate račun?',
  welcome: (firstName: string) => `Dobrodošli, ${firstName}.`,

  register: 'Registracija',
  submitRegistration: 'Registriraj me',

  linkTitle: 'Brza prijava',

  myCard: 'Moja Kartica',
  board: 'Nadzorna ploča',
} as const

/** For somebody who opened a tag, an invitation or a team's code without being signed in. */
export const foundTexts = {
  tag: {
    title: (product: string) => `Skenirali ste oznaku igre ${product}.`,
    text: 'Prijavite se ili registrirajte pa ćemo vam pokazati što donosi.',
  },
  invitation: {
    title: (product: string) => `Pozvani ste u tim u igri ${product}.`,
    text: 'Prijavite se ili registrirajte pa ćete se moći pridružiti timu.',
  },
  team: {
    title: (product: string) => `Otvorili ste kod tima u igri ${product}.`,
    text: 'Prijavite se ili registrirajte pa možete zatražiti pridruživanje tom timu.',
  },
} as const
