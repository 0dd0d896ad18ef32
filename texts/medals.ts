/** The medals of a team (rule 20). */
export const medalTexts = {
  title: 'Medalje',
  count: (earned: number, all: number) => `${earned} od ${all}`,
  earned: 'osvojeno',
  notYet: 'još ne',
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
