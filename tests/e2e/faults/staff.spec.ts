import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { awardState, backOnline, expectAttempts, storedAwards, tap } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { faults } from '../support/faults'
import { chooseInMenu } from '../support/teams'
import { checkState } from '../support/usable'

test.use({ staff: 'zoran' })

const refused = 'Odbijeno: Za to nemate dopuštenje.'
const booth = { vendor_id: 'nestalni', name: 'Nestalni štand' }
const zoran = {
  first_name: 'Zoran',
  last_name: 'Babić',
  email: 'zoran@example.hr',
  mobile: '+385911234571',
  nickname: 'zoran',
}

const mira = {
  first_name: 'Mira',
  last_name: 'Babić',
  email: 'mira@example.hr',
  mobile: '+385911234581',
  nickname: 'mira',
}

test.afterEach(({ people }) => people.applyPart({ vendors: [{ ...booth, staff: [zoran] }] }))

test('fault 18: staff removed from the booth see and feel that their waiting award was refused', async ({
  page,
  context,
  team,
  network,
  people,
}) => {
  await page.addInitScript(() => {
    navigator.vibrate = (pattern) => {
      document.documentElement.dataset.felt = String([pattern].flat().length)
      return true
    }
  })
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore, { call: 'any' })
  await tap(page)
  await expectAttempts(network, 1)
  await expect(awardState(page)).toHaveText('Čeka slanje')
  await people.applyPart({ vendors: [{ ...booth, staff: [] }] })
  clear()
  await backOnline(page)
  await expect(awardState(page)).toHaveText(refused)
  await expect(page.locator('html')).toHaveAttribute('data-felt', '3')
  expect(await storedAwards(page)).toHaveLength(1)
  expect(await team.ledger()).toEqual([])
  await page.close()
  const restarted = await context.newPage()
  await restarted.goto('/')
  await expect(restarted.getByRole('button', { name: 'Račun: Zoran Babić' })).toBeVisible()
  await restarted.getByRole('button', { name: '1 dodjela je odbijena' }).click()
  await expect(restarted.getByRole('dialog').getByText(refused)).toBeVisible()
  await checkState(restarted, 'outbox-dialog')
  expect(await storedAwards(restarted)).toHaveLength(1)
})

test('faults 17 and 18: staff who become organisers are warned at sign-out, and see that their waiting award is refused', async ({
  page,
  team,
  network,
  people,
}) => {
  await people.applyPart({ vendors: [{ ...booth, staff: [zoran, mira] }] })
  await people.signIn(page, 'mira')
  await openTeam(page, team)
  const clear = network.inject(faults.cutBefore, { call: 'awardPoints' })
  await tap(page)
  await expect(awardState(page)).toHaveText('Čeka slanje')
  await page.goto('about:blank')
  const { event } = await callAs(await people.staff('ana'), 'readEvent', {})
  await people.applyPart({
    vendors: [{ ...booth, staff: [zoran] }],
    organisers: [...event.organisers, mira],
  })
  await people.signIn(page, 'mira')

  await page.goto('/organizator')
  const header = page.getByRole('banner')
  await expect(header.getByRole('button', { name: '1 dodjela čeka slanje' })).toBeVisible()
  await chooseInMenu(page, 'Odjava')
  const dialog = page.getByRole('alertdialog', { name: 'Odjava prije slanja' })
  await expect(dialog).toContainText('1 dodjela čeka slanje.')
  await dialog.getByRole('button', { name: 'Odustani' }).click()
  clear()
  await backOnline(page)
  await header.getByRole('button', { name: '1 dodjela je odbijena' }).click()
  await expect(page.getByRole('dialog').getByText(refused)).toBeVisible()
  await checkState(page, 'organiser-outbox')
  expect(await team.ledger()).toEqual([])
  await people.applyPart({ organisers: event.organisers })
})
