import { codesOf } from '../e2e/support/read-qr'
import { expect, test } from './support/journey'

test('faults 66 and 67: the booth’s phone is destroyed before it could send; the team’s phone carries the award, and it counts once', async ({
  iphone,
  game,
  network,
  foundTeam,
}) => {
  const team = await foundTeam()
  const carrier = await iphone()
  await carrier.signIn(team.captain)
  await carrier.untilAppIsCached()
  const booth = await iphone()
  await booth.signIn('iva')
  await booth.untilAppIsCached()
  await booth.open(`/qr/${team.team_id}`)
  await expect.poll(() => booth.text()).toContain('Pobjeda')
  await expect.poll(() => network.calls('registerDevice').map(({ serverSaid }) => serverSaid)).toEqual(['OK'])
  const reconnect = network.goDown()

  await booth.press('Pobjeda')
  await expect.poll(() => booth.text()).toContain('Čeka slanje')
  await booth.press(`Pokaži timu: Pobjeda, ${team.team_name}`)
  let address = ''
  await expect(async () => {
    address = (await codesOf(await booth.screenshot()))[0] ?? ''
    expect(address).toContain(`${game.url}/d/`)
  }).toPass()
  await booth.destroy()

  await carrier.open(address)
  await expect.poll(() => carrier.path()).toBe('/player')
  await expect.poll(() => carrier.text()).toContain('Neprovjereno')
  reconnect()
  const points = async () => (await team.ledger()).map((award) => award.points)
  await expect.poll(points, { timeout: 30_000 }).toEqual([25])
  await expect.poll(() => carrier.text('article')).toContain('25 bodova')

  await carrier.open(address)
  await expect.poll(() => network.calls('deliver').at(-1)?.serverSaid).toBe('OK duplicate')
  expect(await points()).toEqual([25])
  await expect.poll(() => carrier.text()).not.toContain('Neprovjereno')
})
