import { callAs } from '../support/call-as'
import { startGameProcess } from '../support/game-process'
import { test as base, expect } from '../support/journey'
import { foundTeam, openScreen } from '../support/teams'
import { expectGoodOnPhoneAndDesktop } from '../support/usable'

/** Runs on a separate server, because the new point type appears on every booth's screens. */
const test = base.extend({
  game: async ({ browserName }, use) => {
    const own = await startGameProcess(`handed-out-${browserName}`)
    await use(own)
    await own.stop()
  },
})

test('rule 11: a thing handed out once is called Preuzeto on both phones, and not handed out again', async ({
  page: card,
  people,
  phone,
}) => {
  const [desk, booth] = [await phone(), await phone()]
  await people.signIn(desk, 'ana')
  await desk.goto('/organizator/priprema?dio=vrste')
  await desk.getByRole('button', { name: 'Nova vrsta bodova' }).click()
  await desk.getByLabel('Naziv').fill('Naljepnica')
  await desk.getByLabel('Bodovi').fill('0')
  await expect(desk.getByText(/Štand samo bilježi da je tim nešto preuzeo/)).toBeVisible()
  await expectGoodOnPhoneAndDesktop(desk, 'setup-handed-out')
  await desk.getByRole('button', { name: 'Spremi' }).click()
  await expect(desk.getByText('bez bodova')).toBeVisible()
  const { event } = await callAs(desk, 'readEvent', {})
  const vendors = event.vendors
    .filter(({ vendor_id }) => vendor_id === 'arkade')
    .map((one) => ({ ...one, point_types: [...one.point_types, 'naljepnica'] }))
  await people.applyPart({ vendors })

  await foundTeam(card, people, 'Skupljači')
  const { user } = await callAs(card, 'currentUser', {})
  await people.signIn(booth, 'iva')
  await booth.goto(`/qr/${user.team?.team_id}`)
  const button = booth.getByRole('button', { name: /^Naljepnica/ })
  await button.click()
  const state = booth.locator('[data-award="Naljepnica"] [data-state]')
  await expect(state).toHaveText('Preuzeto')
  await expect(button).toContainText(/Već preuzeto u \d\d:\d\d/)
  await expect(button).toHaveAttribute('aria-disabled', 'true')
  await expectGoodOnPhoneAndDesktop(booth, 'booth-handed-out')
  await booth.goto('/vendor/dodjele')
  await expect(booth.getByRole('listitem').filter({ hasText: 'Skupljači' })).toContainText(
    'Preuzeto',
  )

  await card.goto('/player/standovi')
  await card.getByText('Arkadna zona').click()
  await expect(card.getByText(/Već preuzeto u \d\d:\d\d/)).toBeVisible()
  await expectGoodOnPhoneAndDesktop(card, 'booths-handed-out')
  await openScreen(card, 'Tim')
  await expect(card.getByRole('listitem').filter({ hasText: /^Naljepnica/ })).toContainText(
    'Preuzeto',
  )
  await expect(card.getByRole('listitem', { name: /, osvojeno/ })).toHaveCount(0)
  await expectGoodOnPhoneAndDesktop(card, 'team-handed-out')
})
