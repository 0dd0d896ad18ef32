import { expect, openTeam, test } from '../support/booth-behind-proxy'
import { backOnline, give } from '../support/booth-screen'
import { readQr } from '../support/read-qr'
import { expectToast } from '../support/toasts'
import { expectUsable } from '../support/usable'
import {
  untilDeviceIsRegistered,
  waitUntilAppIsCached,
  waitUntilDataIsStored,
} from '../support/worker'

const WAITS = 'Neprovjereno: +25 · Arkadna zona'

test('faults 66 and 67: the team’s phone carries the award of a destroyed booth phone, which counts once', async ({
  page,
  context,
  phone,
  people,
  game,
  team,
}) => {
  const card = await phone()
  await people.signIn(card, team.captain)
  await card.goto('/player/standovi')
  await waitUntilAppIsCached(card)
  await waitUntilDataIsStored(card, /Arkadna zona/)

  await openTeam(page, team)
  await untilDeviceIsRegistered(page)
  await waitUntilAppIsCached(page)
  await context.setOffline(true)
  await give(page, 'Čeka slanje', 'Pobjeda')
  await page.getByRole('button', { name: `Pokaži timu: Pobjeda, ${team.team_name}` }).click()
  const dialog = page.getByRole('dialog', { name: team.team_name })
  const address = await readQr(
    dialog.getByRole('img', { name: `QR kod kopije dodjele za tim ${team.team_name}` }),
  )
  expect(address).toMatch(new RegExp(`^${game.url.replace(/\/$/, '')}/d/[\\w-]+\\.[\\w-]+$`))
  await expectUsable(page, 'voucher-dialog')
  await page.keyboard.press('Escape')
  await page.goto('/vendor/dodjele')
  await expect(page.getByText('Kod je pokazan timu')).toBeVisible()
  await context.close()

  const visitor = await phone()
  await visitor.goto(address)
  await expect(visitor.getByRole('region', { name: 'Bodovi koji čekaju potvrdu' })).toBeVisible()
  await expectUsable(visitor, 'sign-in-with-copy')

  await card.context().setOffline(true)
  await card.goto(address)
  await expect(card).toHaveURL('/player')
  await expect(card.getByText(WAITS)).toBeVisible()
  await card.reload()
  await expect(card.getByText(WAITS)).toBeVisible()
  await expectUsable(card, 'card-carries-copies')
  await card.context().setOffline(false)
  await backOnline(card)
  await expectToast(card, 'Upisano: +25 · Arkadna zona')
  await expect(card.getByText(WAITS)).toBeHidden()

  // At the address of a copy, the server's answer may come before the screen: the toast must still show.
  await card.goto(address)
  await expect(card).toHaveURL('/player')
  await expectToast(card, 'Upisano: +25 · Arkadna zona')
  await expect.poll(async () => (await team.ledger()).map(({ points }) => points)).toEqual([25])
  await expect(card.getByText(WAITS)).toBeHidden()
})
