import { isDeviceRegistered } from '../e2e/support/worker'
import { expect, test } from './support/journey'

const SCREENS = [
  ['/vendor', 'Arkadna zona'],
  ['/vendor/dodjele', 'Dodjele'],
  ['/vendor/poredak', 'Poredak'],
] as const

test('faults 3, 24 and 70: an award made without a server survives pages left mid-write, and is sent once', async ({
  iphone,
  team,
  network,
}) => {
  const phone = await iphone()
  await phone.signIn('iva')
  await phone.untilAppIsCached()
  // Wait on this page: without `requestIdleCallback` a page registers the device only 2 s after it
  // was opened, and the screens below are left sooner.
  await expect.poll(() => phone.run(isDeviceRegistered)).toBe(true)
  async function openScreens(): Promise<void> {
    for (const [path, heading] of SCREENS) {
      await phone.open(path)
      await expect.poll(() => phone.text('h1')).toContain(heading)
    }
    await phone.open(`/qr/${team.team_id}`)
  }
  await openScreens()
  await expect.poll(() => phone.text()).toContain('Pobjeda')
  const reconnect = network.goDown()

  await phone.press('Pobjeda')
  await expect.poll(() => phone.text()).toContain('Čeka slanje')
  // Showing the copy proves that WebKit can also read the device's signing key from storage.
  await phone.press(`Pokaži timu: Pobjeda, ${team.team_name}`)
  await expect
    .poll(() => phone.run(() => document.querySelectorAll('dialog[open] img').length))
    .toBe(1)
  for (let round = 0; round < 2; round++) {
    await openScreens()
    await expect.poll(() => phone.text()).toContain('Čeka slanje')
    await phone.press('Sudjelovanje')
  }
  await openScreens()
  await expect.poll(() => phone.text()).toContain('Čeka slanje')

  // Stay on this page while it sends: an award sent while a page is left may be sent twice.
  reconnect()
  await expect.poll(() => phone.text()).toContain('Upisano')
  const wins = (await team.ledger()).filter(({ label }) => label === 'Pobjeda')
  expect(wins.map(({ points }) => points)).toEqual([25])
  const arrived = network.calls('awardPoints').filter(({ serverSaid }) => serverSaid !== null)
  expect(arrived).toHaveLength(new Set(arrived.map(({ fields }) => fields.award_id)).size)
})
