import { callAs } from '../support/call-as'
import { startGameProcess } from '../support/game-process'
import { test as base, expect } from '../support/journey'
import { foundTeam, openScreen } from '../support/teams'
import { expectGoodAtEachWidth, WIDTHS } from '../support/usable'

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
  await people.signIn(booth, 'iva')
  await foundTeam(card, people, 'Skupljači')
  const { user } = await callAs(card, 'currentUser', {})
  for (const [at, viewport] of WIDTHS.entries()) {
    const thing = ['Naljepnica', 'Piće'][at] ?? ''
    for (const page of [desk, booth, card]) await page.setViewportSize(viewport)
    await desk.goto('/organizator/priprema?dio=vrste')
    await desk.getByRole('button', { name: 'Nova vrsta bodova' }).click()
    await desk.getByLabel('Naziv').fill(thing)
    await desk.getByLabel('Bodovi').fill('0')
    await expect(desk.getByText(/Štand samo bilježi da je tim nešto preuzeo/)).toBeVisible()
    await expectGoodAtEachWidth(desk, 'setup-handed-out')
    await desk.getByRole('button', { name: 'Spremi' }).click()
    const made = desk.getByRole('button', { name: new RegExp(`^${thing}`) })
    await expect(made).toContainText('bez bodova')
    const { event } = await callAs(desk, 'readEvent', {})
    const id = event.point_types.find(({ label }) => label === thing)?.point_type ?? ''
    const vendors = event.vendors
      .filter(({ vendor_id }) => vendor_id === 'arkade')
      .map((one) => ({ ...one, point_types: [...one.point_types, id] }))
    await people.applyPart({ vendors })

    await booth.goto(`/qr/${user.team?.team_id}`)
    const button = booth.getByRole('button', { name: new RegExp(`^${thing}`) })
    await button.click()
    await expect(booth.locator(`[data-award="${thing}"] [data-state]`)).toHaveText('Preuzeto')
    await expect(button).toContainText(/Već preuzeto u \d\d:\d\d/)
    await expect(button).toHaveAttribute('aria-disabled', 'true')
    await expectGoodAtEachWidth(booth, 'booth-handed-out')
    await booth.goto('/vendor/dodjele')
    await expect(booth.getByRole('listitem').filter({ hasText: thing })).toContainText('Preuzeto')

    await card.goto('/player/standovi')
    await card.getByText('Arkadna zona').click()
    await expect(card.getByText(/Već preuzeto u \d\d:\d\d/)).toHaveCount(at + 1)
    await expectGoodAtEachWidth(card, 'booths-handed-out')
    await openScreen(card, 'Tim')
    await expect(
      card.getByRole('listitem').filter({ hasText: new RegExp(`^${thing}`) }),
    ).toContainText('Preuzeto')
    await expect(card.getByRole('listitem', { name: /, osvojeno/ })).toHaveCount(0)
    await expectGoodAtEachWidth(card, 'team-handed-out')
  }
})
