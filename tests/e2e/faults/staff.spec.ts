import { applyPart } from '../support/apply-part'
import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, expectAttempts, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'
import { passTime } from '../support/pass-time'

test.use({ staff: 'zoran' })

const refused = 'Odbijeno: Za to nemate dopuštenje.'
const booth = { vendor_id: 'nestalni', name: 'Nestalni štand' }
const otherBooth = { vendor_id: 'prazni', name: 'Prazni stol' }
const zoran = { first_name: 'Zoran', last_name: 'Babić', email: 'zoran@example.hr', mobile: '+385911234571', nickname: 'zoran' }
const petra = { first_name: 'Petra', last_name: 'Jurić', email: 'petra@example.hr', mobile: '+385911234570', nickname: 'petra' }

const moved = {
  vendors: [
    { ...booth, staff: [] },
    { ...otherBooth, staff: [petra, zoran] },
  ],
}
const removed = { vendors: [{ ...otherBooth, staff: [petra] }] }
const asBefore = { vendors: [...removed.vendors, { ...booth, staff: [zoran] }] }
test.afterEach(({ game }) => applyPart(game, asBefore))

test('fault 18: the award of staff who were moved to another booth in the meantime is visibly refused, also at the next start, and after they were removed from every booth', async ({
  page,
  context,
  team,
  network,
  game,
}) => {
  await page.clock.install()
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore, { call: 'any' })
  await tap(page)
  await expectAttempts(network, 1)
  await expect(standing(page)).toHaveText('Čeka slanje')
  await applyPart(game, moved)
  clear()
  await backOnline(page)
  await expect(standing(page)).toHaveText(refused)
  expect(await storedAwards(page)).toHaveLength(1)
  expect(await team.ledger()).toEqual([])
  const atOtherBooth = await context.newPage()
  await atOtherBooth.goto('/')
  await expect(atOtherBooth.getByText(refused)).toBeVisible()

  await applyPart(game, removed)
  await passTime(page, 16_000)
  await expect(page.getByRole('heading', { name: 'Više ne radite na ovom štandu' })).toBeVisible()
  await expect(page.getByText(refused)).toBeVisible()
  await page.close()
  const restarted = await context.newPage()
  await restarted.goto('/')
  await expect(restarted.getByRole('button', { name: 'Račun: Zoran Babić' })).toBeVisible()
  await restarted.getByRole('button', { name: '1 dodjela je odbijena' }).click()
  await expect(restarted.getByRole('dialog').getByText(refused)).toBeVisible()
  expect(await storedAwards(restarted)).toHaveLength(1)
})
