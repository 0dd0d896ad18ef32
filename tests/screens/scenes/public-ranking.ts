import type { Page } from '@playwright/test'
import type { CallOutput } from '#contract/calls'
import { changeAnswers } from '../../e2e/support/answers'
import { faults } from '../../e2e/support/faults'
import { type Scene, scene } from '../scene'

type Ranking = CallOutput<'ranking'>

const FROZEN = 'Poredak je zamrznut'

const NAMES = [
  'Plavi Vukovi',
  'Zmajevi iz Podruma',
  'Kvantni Kvartet',
  'Noćna Straža',
  'Piksel Pirati',
  'Gospodari Kockica',
  'Čuvari Portala',
  'Ekipa s Balkona',
  'Najneustrašiviji komandosi iz donjega grada',
  'Sedmi Val',
  'Rubikovi Rođaci',
  'Kasni Kontakti',
]

/** A ranking of a good event, whose times stay the same in every picture. */
function played(): Ranking {
  const start = Date.now()
  const at = (ms: number) => new Date(start + ms).toISOString()
  return {
    teams: NAMES.map((team_name, index) => ({
      team_id: `t${index}`,
      team_name,
      points: 1_420 - index * 97 - (index % 3) * 11,
      rank: index + 1,
      member_count: 2 + (index % 5),
    })),
    total: 148,
    latest: NAMES.slice(2, 9).map((team_name, index) => ({
      team_name,
      vendor_name: ['Arkadna zona', 'Kviz kutak', null][index % 3] ?? null,
      label: ['Pobjeda', 'Točan odgovor', 'Skriveno blago'][index % 3] ?? '',
      points: [25, 5, 40][index % 3] ?? 0,
      awarded_at: at(-index * 60_000),
    })),
    frozen_at: null,
    starts_at: null,
    ends_at: at(4_509_000),
  }
}

const BOOTHS = Array.from({ length: 24 }, (_, index) => `štand ${index + 1}`)

/** A reveal that has come to this row. */
function revealed(ranking: Ranking, row: number, members: readonly string[]): Ranking {
  const team = ranking.teams[row]
  if (team === undefined) throw new Error('no such row')
  const lit = BOOTHS.filter((_, index) => index % 3 !== row % 2)
  return {
    ...ranking,
    frozen_at: new Date().toISOString(),
    reveal: {
      covered: ranking.teams.slice(0, row).map(({ team_id }) => team_id),
      shown: { place: team.rank, team, members: [...members], booths: BOOTHS, lit, treasures: 3 },
    },
  }
}
const halfRevealed = (ranking: Ranking) => revealed(ranking, 5, ['jaga', 'mrki', 'vidra404', 'kockarica'])
/** With everything as long as it can be. */
function allRevealed(ranking: Ranking): Ranking {
  const longest = ranking.teams.map((team, row) =>
    row === 0 ? { ...team, points: 12_345, team_name: 'Najneustrašivijikomandosiizdonjegrada404' } : team,
  )
  const members = Array.from({ length: 6 }, (_, index) => `neustrasivi_kapetan_${index + 1}`)
  return revealed({ ...ranking, teams: longest }, 0, members)
}

/** Opens the screen with another ranking than the server's. */
async function open(page: Page, change: (ranking: Ranking) => Ranking, shows = 'Posljednje dodjele'): Promise<void> {
  await changeAnswers(page, 'ranking', () => change(played()))
  await page.goto('/poredak')
  await page.getByText(shows).first().waitFor()
}

export const publicRankingScenes: readonly Scene[] = [
  scene('public-ranking', 'visitor', async ({ page }) => await open(page, (ranking) => ranking)),
  scene('public-ranking-frozen', 'visitor', async ({ page }) =>
    open(page, (ranking) => ({ ...ranking, latest: [], frozen_at: new Date().toISOString() }), FROZEN),
  ),
  scene('public-ranking-reveal', 'visitor', async ({ page }) => open(page, halfRevealed, 'Gospodari Kockica')),
  scene('public-ranking-reveal-first', 'visitor', async ({ page }) =>
    open(page, allRevealed, 'Najneustrašivijikomandosiizdonjegrada404'),
  ),
  scene('public-ranking-old', 'visitor', async ({ page, network }) => {
    await page.clock.install()
    await open(page, (ranking) => ranking)
    await page.unrouteAll()
    network.inject(faults.cutBefore, { call: 'any' })
    await page.clock.fastForward(60_000)
    await page.getByText('Niste povezani').waitFor()
  }),
]
