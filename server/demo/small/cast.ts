import type { DemoPlayer, DemoTeam } from '../story'

/** The player whom a printed link signs in: a member of a team with points, so that the card shows everything. */
export const DEMO_PLAYER = {
  nickname: 'nela',
  first_name: 'Nela',
  last_name: 'Novak',
  mobile: '+385910000101',
} as const satisfies DemoPlayer

/** The captain whom a printed link signs in, with pending requests. */
export const DEMO_CAPTAIN = {
  nickname: 'piksel',
  first_name: 'Luka',
  last_name: 'Marić',
  mobile: '+385910000111',
} as const satisfies DemoPlayer

export const TEAMLESS: readonly DemoPlayer[] = [
  { nickname: 'zombi_iz_reda', first_name: 'Jakov', last_name: 'Šimić', mobile: '+385910000102' },
  { nickname: 'tikvica', first_name: 'Dora', last_name: 'Vuković', mobile: '+385910000103' },
]

export const REQUEST = { nickname: 'tikvica', team: 'Plavi Vukovi', minutesAgo: 9 } as const

export const TEAMS: readonly DemoTeam[] = [
  {
    name: 'Plavi Vukovi',
    tag: 'tim-0001',
    minutesAgo: 290,
    members: [
      DEMO_CAPTAIN,
      { nickname: 'mrkvica', first_name: 'Ena', last_name: 'Knežević', mobile: '+385910000112' },
      { nickname: 'd20', first_name: 'Filip', last_name: 'Božić', mobile: '+385910000113' },
      { nickname: 'zmajica', first_name: 'Petra', last_name: 'Đurić', mobile: '+385910000114' },
    ],
  },
  {
    name: 'Kritični Pogodak',
    tag: 'tim-0002',
    minutesAgo: 270,
    members: [
      { nickname: 'gandalfica', first_name: 'Sara', last_name: 'Perić', mobile: '+385910000121' },
      { nickname: 'ctrl_z', first_name: 'Ivan', last_name: 'Tomić', mobile: '+385910000122' },
      { nickname: 'lag', first_name: 'Karlo', last_name: 'Grgić', mobile: '+385910000123' },
      DEMO_PLAYER,
    ],
  },
  {
    name: 'Greška 404',
    tag: null,
    minutesAgo: 250,
    members: [
      { nickname: 'kava404', first_name: 'Mia', last_name: 'Barišić', mobile: '+385910000131' },
      { nickname: 'respawn', first_name: 'Noa', last_name: 'Lončar', mobile: '+385910000132' },
    ],
  },
  {
    name: 'Bakini Keksi',
    tag: 'tim-0003',
    minutesAgo: 130,
    members: [
      { nickname: 'vanilija', first_name: 'Lana', last_name: 'Čović', mobile: '+385910000141' },
      { nickname: 'mrvica', first_name: 'Toni', last_name: 'Žagar', mobile: '+385910000142' },
      { nickname: 'cimet', first_name: 'Rita', last_name: 'Pavić', mobile: '+385910000143' },
    ],
  },
  {
    name: 'Tek Stigli',
    tag: null,
    minutesAgo: 14,
    members: [{ nickname: 'jos_parkiram', first_name: 'Borna', last_name: 'Ćosić', mobile: '+385910000151' }],
  },
]
