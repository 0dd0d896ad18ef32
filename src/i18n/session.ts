import { awardsWaiting } from './waiting'

/** Landing, sign-in, registration and the header of signed-in screens. */
export const sessionTexts = {
  welcomeTitle: (product: string) => `Dobrodošli na ${product}!`,
  welcomeText: 'Prijavite se ili registrirajte kako biste započeli svoju avanturu.',
  signInOrRegister: 'Prijava / Registracija',
  liveRanking: 'Poredak uživo',
  smsHint: 'Ako ste primili SMS s linkom, otvorite ga za brzu prijavu.',

  signIn: 'Prijava',
  idLabel: 'Broj mobitela ili e-mail',
  sendCode: 'Pošalji kod',
  sendCodeFor: (id: string) => `Pošalji kod za ${id}`,
  codeSent: 'Ako je račun pronađen, poslali smo SMS s kodom i linkom.',
  codeLabel: 'Kod iz SMS-a',
  codeHint: 'Šest znamenki. Kod vrijedi 10 minuta.',
  submitCode: 'Prijavi me',
  otherId: 'Promijeni broj ili e-mail',
  resendIn: (duration: string) => `Novi kod možete zatražiti za ${duration}.`,
  resend: 'Pošalji novi kod',
  ownSignIn: 'Aplikacija na početnom zaslonu ima vlastitu prijavu. Upišite ovdje kod iz SMS-a: link iz SMS-a otvara preglednik.',
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
  linkWorking: 'Prijava je u tijeku…',
  linkUsed: 'Link je već iskorišten ili je istekao.',
  linkUsedHint: 'Zatražite novi kod pa se prijavite njime.',
  linkOtherAccount: (name: string) => `Na ovom ste uređaju već prijavljeni kao ${name}. Link pripada drugom računu.`,
  linkScanned: 'Skenirali ste link za prijavu. Prijavite se njime samo ako ste ga dobili za svoj račun.',
  linkSwitch: 'Prijavi drugi račun',
  linkStay: 'Ostani u svom računu',

  myCard: 'Moja Kartica',
  board: 'Nadzorna ploča',
  profile: 'Profil',
  termsMenu: 'Uvjeti i privatnost',
  signOut: 'Odjava',
  signOutWaitingTitle: 'Odjava prije slanja',
  signOutWaiting: (count: number) =>
    `${awardsWaiting(count)}. Ništa se ne gubi: ostaje na ovom uređaju i šalje se kad se ponovno prijavite istim računom.`,
  signOutUnreadable:
    'Dodjele koje čekaju na ovom uređaju trenutačno se ne mogu pročitati, pa se ne zna je li sve upisano. Odjava ih ne briše: šalju se kad se ponovno prijavite istim računom.',
  signOutAnyway: 'Odjavi me',
  signedOut: 'Uspješno ste odjavljeni.',
  accountMenu: 'Račun',
} as const
