import { counted, type Forms } from './nouns'
import { numeral, outOf } from './numbers'

/** "3 od 6 sati": the noun is in the genitive. */
const partOf = (forms: Forms) => (done: number, of: number) =>
  `${numeral(done)}\u00a0od\u00a0${counted(of, forms)}`

/** The medals of a team (rule 20). */
export const medalTexts = {
  title: 'Medalje',
  count: outOf,
  earned: 'osvojeno',
  notYet: 'još ne',
  /** How far a team is with the medals that count something. */
  progress: {
    tri_hale: partOf({ one: 'hale', few: 'hale', other: 'hala' }),
    lovac: partOf({ one: 'blaga', few: 'blaga', other: 'blaga' }),
    maraton: partOf({ one: 'sata', few: 'sata', other: 'sati' }),
    krug: partOf({ one: 'štanda', few: 'štanda', other: 'štandova' }),
  } as Readonly<Record<string, (done: number, of: number) => string>>,
  medals: {
    prvi: { name: 'Prvi bodovi', how: 'Osvojite prve bodove.' },
    tri_hale: { name: 'Tri hale', how: 'Osvojite bodove na štandovima u trima halama.' },
    svi: { name: 'Svi na okupu', how: 'Osvojite bodove kad vas je u timu barem troje.' },
    lovac: { name: 'Lovac na blago', how: 'Pronađite tri skrivena blaga.' },
    maraton: { name: 'Maraton', how: 'Osvojite bodove u šest različitih sati istog dana.' },
    nocna: { name: 'Noćna smjena', how: 'Osvojite bodove u posljednjem satu natjecanja.' },
    krug: { name: 'Puni krug', how: 'Osvojite bodove na svakom štandu.' },
  },
} as const
