import { counted, nouns } from './nouns'
import { outOf } from './numbers'

/** In the genitive, after 'od'. */
const star = { one: 'zvijezde', few: 'zvijezde', other: 'zvijezda' }
const treasure = { one: 'blago', few: 'blaga', other: 'blaga' }

/** The page of results that the organiser saves for everybody. */
export const resultTexts = {
  title: 'Rezultati',
  hint: 'Stranica za sve: poredak, medalje, zviježđa i nagrade, kako ih svi sada vide. Otvara se bez mreže i može se ispisati. Igrači i štandovi nisu imenovani.',
  save: 'Spremi rezultate',
  reading: (done: number, all: number) => `Timovi: ${outOf(done, all)}`,
  saved: (count: number) => `Rezultati su spremljeni: ${counted(count, nouns.team)}.`,
  noTeams: 'Još nema timova.',
  changing: 'Bodovi se upravo mijenjaju. Pokušajte ponovno za nekoliko trenutaka.',
  file: 'rezultati',

  asOf: (at: string) => `Stanje: ${at}`,
  frozen: (at: string) => `Poredak je zamrznut ${at}`,
  teams: (count: number) => counted(count, nouns.team),
  prizes: 'Nagrade',
  ranking: 'Poredak',
  medals: 'Medalje',
  columns: {
    place: 'Mjesto',
    team: 'Tim',
    stars: 'Zviježđe',
    medals: 'Medalje',
    points: 'Bodovi',
  },
  stars: (lit: number, all: number, treasures: number) =>
    `Zviježđe: ${lit}\u00a0od\u00a0${counted(all, star)}${treasures === 0 ? '' : `, ${counted(treasures, treasure)}`}`,
  none: 'Nijedan tim još nema bodova.',
} as const
