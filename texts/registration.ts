/**
 * Registration and the names of its fields. In a separate file, because every start loads the other
 * texts for signing in.
 */
export const registrationTexts = {
  sendCodeFor: (id: string) => `Pošalji kod za ${id}`,
  /** Used if an SMS is known to have been sent. */
  codeSentTo: (number: string) => `Kod smo poslali na ${number}.`,
  hasAccount: 'Već imate račun?',
  registerHint: 'Nakon registracije stiže SMS s kodom i linkom za prijavu.',
  firstName: 'Ime',
  lastName: 'Prezime',
  email: 'E-mail',
  mobile: 'Broj mobitela',
  nickname: 'Nadimak',
  registered: 'Račun je otvoren. Poslali smo SMS s kodom i linkom.',
  /** The code of that SMS works only in the browser for which it was sent. */
  registeredAgain:
    'Podaci su spremljeni. Vrijedi SMS koji smo već poslali: link u svakom pregledniku, a kod u onome koji ga je zatražio.',
  /** One sentence in which the names of both documents are links. */
  acceptance: {
    before: 'Klikom na gumb prihvaćate ',
    terms: 'Uvjete korištenja',
    between: ' i ',
    privacy: 'Politiku privatnosti',
    after: '.',
  },
} as const
