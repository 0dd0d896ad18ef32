import { expect, test } from './support/journey'

const SCREENS = [
  ['/vendor', 'Arkadna zona'],
  ['/vendor/dodjele', 'Dodjele'],
  ['/vendor/poredak', 'Poredak'],
] as const

test('faults 3 and 24: an award made without a server survives a reload and every screen, and is sent once', async ({
  iphone,
  team,
  network,
}) => {
  const phone = await iphone()
  await phone.signIn('iva')
  await phone.untilAppIsCached()
  for (const [path, heading] of SCREENS) {
    await phone.open(path)
    await expect.poll(() => phone.text('h1')).toContain(heading)
  }
  await phone.open(`/qr/${team.team_id}`)
  await expect.poll(() => phone.text()).toContain('Pobjeda')
  const reconnect = network.goDown()

  await phone.press('Pobjeda')
  await expect.poll(() => phone.text()).toContain('Čeka slanje')
  for (const [path, heading] of SCREENS) {
    await phone.open(path)
    await expect.poll(() => phone.text('h1')).toContain(heading)
  }
  await phone.open(`/qr/${team.team_id}`)
  await expect.poll(() => phone.text()).toContain('Čeka slanje')

  reconnect()
  await expect.poll(() => phone.text(), { timeout: 30_000 }).toContain('Upisano')
  expect((await team.ledger()).map(({ points }) => points)).toEqual([25])
  expect(network.calls('awardPoints').filter(({ serverSaid }) => serverSaid !== null)).toHaveLength(1)
})
