import type { Page } from '@playwright/test'
import { applyPart } from '../support/apply-part'
import { expect, type FoundedTeam, openTeam, STAFF, test } from '../support/booth-behind-proxy'
import { expectAttempts, standing, storedAwards, tap } from '../support/booth-screen'
import type { FaultProxy } from '../support/fault-proxy'
import { faults } from '../support/faults'
import { passTime } from '../support/pass-time'

test.use({ staff: 'zoran' })

const refused = 'Odbijeno: Za to nemate dopuštenje.'
const booth = { vendor_id: 'nestalni', name: 'Nestalni štand' }
const otherBooth = { vendor_id: 'prazni', name: 'Prazni stol' }
const zoran = { first_name: 'Zoran', last_name: 'Babić', email: 'zoran@example.hr', mobile: STAFF.zoran, nickname: 'zoran' }
const petra = { first_name: 'Petra', last_name: 'Jurić', email: 'petra@example.hr', mobile: '+385911234570', nickname: 'petra' }

const removed = { vendors: [{ ...booth, staff: [] }] }
const moved = {
  vendors: [
    { ...booth, staff: [] },
    { ...otherBooth, staff: [petra, zoran] },
  ],
}
const asBefore = {
  vendors: [
    { ...otherBooth, staff: [petra] },
    { ...booth, staff: [zoran] },
  ],
}
test.afterEach(({ game }) => applyPart(game, asBefore))

/** Makes an award wait by cutting the network. Returns a function that restores the network. */
async function awardThatWaits(page: Page, team: FoundedTeam, network: FaultProxy): Promise<() => void> {
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore, { call: 'any' })
  await tap(page)
  await expectAttempts(network, 1)
  await expect(standing(page)).toHaveText('Čeka slanje')
  return clear
}

for (const [what, change] of [
  ['removed from the booth', removed],
  ['moved to another booth', moved],
] as const) {
  test(`fault 18: the award of staff ${what} in the meantime is visibly refused`, async ({ page, team, network, game }) => {
    const clear = await awardThatWaits(page, team, network)
    await applyPart(game, change)
    clear()
    await expect(standing(page)).toHaveText(refused)
    expect(await storedAwards(page)).toHaveLength(1)
    expect(await team.ledger()).toEqual([])
  })
}

test('fault 18: staff moved to another booth in the meantime see the refusal after the next start', async ({
  page,
  team,
  network,
  game,
}) => {
  const clear = await awardThatWaits(page, team, network)
  await applyPart(game, moved)
  await page.close()
  clear()
  const restarted = await page.context().newPage()
  await restarted.goto('/')
  await expect(restarted.getByText(refused)).toBeVisible()
  expect(await team.ledger()).toEqual([])
})

test('fault 18: staff removed in the meantime see the refusal after the next start', async ({ page, team, network, game }) => {
  const clear = await awardThatWaits(page, team, network)
  await applyPart(game, removed)
  await page.close()
  clear()
  const restarted = await page.context().newPage()
  await restarted.goto('/')
  await expect(restarted.getByRole('button', { name: 'Račun: Zoran Babić' })).toBeVisible()
  await restarted.getByRole('button', { name: '1 dodjela je odbijena' }).click()
  await expect(restarted.getByRole('dialog').getByText(refused)).toBeVisible()
  expect(await team.ledger()).toEqual([])
})

test('fault 18: staff removed in the meantime keep seeing the refusal', async ({ page, team, network, game }) => {
  await page.clock.install()
  const clear = await awardThatWaits(page, team, network)
  await applyPart(game, removed)
  clear()
  await expect(page.getByText(refused)).toBeVisible()
  await passTime(page, 16_000)
  await expect(page.getByRole('heading', { name: 'Više niste u osoblju štanda' })).toBeVisible()
  await expect(page.getByText(refused)).toBeVisible({ timeout: 5_000 })
})
