import { expect, test } from './support/journey'

test.afterEach(async ({ game }) => {
  await game.halt('SIGTERM')
  await game.resume()
})

test('fault 7: two tabs share one outbox: what both gave without a server is sent once and shown as recorded in both', async ({
  iphone,
  game,
  team,
}) => {
  const phone = await iphone()
  await phone.signIn('iva')
  await phone.untilAppIsCached()
  await phone.open(`/qr/${team.team_id}`)
  await expect.poll(() => phone.text()).toContain('Pobjeda')
  await game.halt('SIGKILL')

  await phone.press('Pobjeda')
  await expect.poll(() => phone.text()).toContain('Čeka slanje')
  const first = await phone.openTab(`/qr/${team.team_id}`)
  await expect.poll(() => phone.text()).toContain('Čeka slanje')
  await phone.press('Sudjelovanje')
  await expect.poll(async () => (await phone.text()).match(/Čeka slanje/g)?.length ?? 0).toBeGreaterThan(1)

  await game.resume()
  await expect.poll(() => phone.text(), { timeout: 40_000 }).not.toContain('Čeka slanje')
  await expect.poll(() => phone.text()).toContain('Upisano')
  await phone.showTab(first)
  await expect.poll(() => phone.text()).toContain('Upisano')
  await expect.poll(() => phone.text()).not.toContain('Čeka slanje')
  expect((await team.ledger()).map(({ points }) => points).toSorted((a, b) => a - b)).toEqual([5, 25])
})
