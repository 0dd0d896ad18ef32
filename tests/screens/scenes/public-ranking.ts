import { expect, type Page } from '@playwright/test'
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

/** Opens the screen with another ranking than the server's. */
async function open(page: Page, change: (ranking: Ranking) => Ranking, shows = 'Posljednje dodjele'): Promise<void> {
  await changeAnswers(page, 'ranking', () => change(played()))
  await page.goto('/poredak')
  await page.getByText(shows).waitFor()
}

export const publicRankingScenes: readonly Scene[] = [
  scene('public-ranking', 'visitor', async ({ page }) => await open(page, (ranking) => ranking)),
  scene('public-ranking-frozen', 'visitor', async ({ page }) =>
    open(page, (ranking) => ({ ...ranking, latest: [], frozen_at: new Date().toISOString() }), FROZEN),
  ),
  scene('public-ranking-reveal', 'visitor', async ({ page }) => {
    await page.clock.install()
    let frozen_at: string | null = new Date().toISOString()
    await open(page, (ranking) => ({ ...ranking, frozen_at }), FROZEN)
    frozen_at = null
    await page.clock.runFor(16_000)
    await page.getByRole('heading', { name: 'Otkrivanje poretka' }).waitFor()
    // Half of the places have turned over.
    await expect(async () => {
      await page.clock.runFor(1_400)
      await expect(page.getByText('Gospodari Kockica')).toBeVisible({ timeout: 100 })
    }).toPass({ timeout: 10_000, intervals: [50] })
  }),
  scene('public-ranking-empty', 'visitor', async ({ page }) =>
    open(page, (ranking) => ({ ...ranking, teams: [], total: 0, latest: [] }), 'Još nema timova.'),
  ),
  scene('public-ranking-old', 'visitor', async ({ page, network }) => {
    await page.clock.install()
    await open(page, (ranking) => ranking)
    await page.unrouteAll()
    network.inject(faults.cutBefore, { call: 'any' })
    await page.clock.fastForward(60_000)
    await page.getByText('Niste povezani').waitFor()
  }),
  scene('public-ranking-failed', 'visitor', async ({ page, network }) => {
    network.inject(faults.cutBefore, { call: 'any' })
    await page.goto('/poredak')
    await page.getByRole('button', { name: 'Pokušaj ponovno' }).waitFor()
  }),
]
