/** Signing in, registering, and the names of a role's home. */
export const sessionTexts = {
  signIn: 'Prijava',
  idLabel: 'Broj mobitela ili e-mail',
  sendCode: 'Pošalji kod',
  sendCodeFor: (id: string) => `Pošalji kod za ${id}`,
  codeSent: 'Ako je račun pronađen, poslali smo SMS s kodom i linkom.',
  codeLabel: 'Kod iz SMS-a',
  /** Where it is known that an SMS went out. */
  codeWent: (number: string) => `Kod smo poslali na ${number}.`,
  /** Below `codeSent`. */
  codeWentIfFound: (number: string) => `U tom slučaju kod smo poslali na ${number}.`,
  ofAccount: (email: string) => `broj računa ${email}`,
  codeHint: 'Šest znamenki. Kod vrijedi 10 minuta.',
  noCodeFound: 'U tom tekstu nema koda. Upišite šest znamenki iz SMS-a.',
  submitCode: 'Prijavi me',
  otherId: 'Promijeni',
  resendIn: (duration: string) => `Novi kod možete zatražiti za ${duration}.`,
  resend: 'Pošalji novi kod',
  ownSignIn: 'Aplikacija na početnom zaslonu ima vlastitu prijavu. Upišite ovdje kod iz SMS-a: link iz SMS-a otvara preglednik.',
  cookiesBlocked: 'Preglednik blokira kolačiće. Dopustite ih za ovu stranicu pa pokušajte ponovno.',
  noAccount: 'Nemate račun?',
  hasAccount: 'Već imate račun?',
  welcome: (firstName: string) => `Dobrodošli, ${firstName}.`,

  register: 'Registracija',
  registerHint: 'Nakon registracije stiže SMS s kodom i linkom za prijavu.',
  firstName: 'Ime',
  lastName: 'Prezime',
  email: 'E-mail',
  mobile: 'Broj mobitela',
  nickname: 'Nadimak',
  registered: 'Račun je otvoren. Poslali smo SMS s kodom i linkom.',
  registeredAgain: 'Podaci su spremljeni. Vrijedi kod iz SMS-a koji smo već poslali.',
  submitRegistration: 'Registriraj me',
  /** One sentence in which the names of both documents are links. */
  acceptance: {
    before: 'Klikom na gumb prihvaćate ',
    terms: 'Uvjete korištenja',
    between: ' i ',
    privacy: 'Politiku privatnosti',
    after: '.',
  },

  linkTitle: 'Brza prijava',

  myCard: 'Moja Kartica',
  board: 'Nadzorna ploča',
} as const

/** What a signed-out finder of a tag, an invitation or a team's code is told before signing in. */
export const foundTexts = {
  tag: {
    title: (product: string) => `Skenirali ste oznaku igre ${product}.`,
    text: 'Prijavite se ili registrirajte pa ćemo vam pokazati što donosi.',
  },
  invitation: {
    title: (product: string) => `Pozvani ste u tim u igri ${product}.`,
    text: 'Prijavite se ili registrirajte pa ste odmah u timu.',
  },
  team: {
    title: (product: string) => `Otvorili ste kod tima u igri ${product}.`,
    text: 'Prijavite se ili registrirajte pa možete zatražiti pridruživanje tom timu.',
  },
} as const
