import { counted, dotted, nouns } from './nouns'

/** The landing screen. */
export const landingTexts = {
  title: (product: string) => `Dobrodošli na ${product}!`,
  text: 'Prijavite se ili registrirajte kako biste započeli svoju avanturu.',
  /** The game in three words. */
  game: dotted('Tim', 'štandovi', 'bodovi'),
  /** The live count: the number of teams, and the first team's points. */
  playing: (teams: number) => `${counted(teams, nouns.team)} u igri`,
  leads: (points: number) => `Vodeći ima ${counted(points, nouns.point)}`,
  finished: (teams: number) => `Natjecanje je završeno: ${counted(teams, nouns.team)}`,
  signInOrRegister: 'Prijava / Registracija',
  liveRanking: 'Poredak uživo',
  smsHint: 'Ako ste primili SMS s linkom, otvorite ga za brzu prijavu.',
} as const
