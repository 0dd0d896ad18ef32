import { counted, nouns } from './nouns'
import { outOf } from './numbers'

/** A team's day to look back on: the picture to share, and the pages of 'Večernja priča'. */
export const storyTexts = {
  page: (page: number, pages: number) => outOf(page, pages),
  next: 'Dalje',
  previous: 'Natrag',
  boothsTitle: 'Obiđeni štandovi',
  bestBooth: (name: string, points: number) =>
    `Najizdašniji štand: ${name}, ${counted(points, nouns.point)}.`,
  hourTitle: 'Najbolji sat',
  hour: (from: number, until: number) => `${from}–${until}\u00a0h`,
  hourPoints: (points: number) => `U tom ste satu skupili ${counted(points, nouns.point)}.`,
  medalsTitle: 'Osvojene medalje',
  placeTitle: 'Konačno mjesto',
  noPointsTitle: 'Hvala što ste bili s nama',
  noPoints: 'Ovaj put bez bodova, ali zvijezde vas čekaju i na sljedećoj igri.',
  pictureOf: (team: string) => `Slika tima ${team} za dijeljenje`,
  /** The name of the picture's file. */
  file: (product: string) => `${product}.png`,
  holdToSave: 'Držite prst na slici da je spremite',
  download: 'Preuzmi sliku',
  noPicture: 'Slika se na ovom uređaju ne može izraditi. Napravite snimku zaslona kartice.',
} as const
