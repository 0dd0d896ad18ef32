import { expect, test } from './support/journey'

test.afterEach(async ({ game }) => {
  await game.halt('SIGTERM')
  await game.resume()
})

test('fault 70: a page that is left at once locks nothing: the next one shows what was seen last, and sends what waits', async ({
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

  await phone.press('Sudjelovanje')
  await expect.poll(() => phone.text()).toContain('Čeka slanje')
  // Each page is left as soon as it shows something, in the middle of what it writes.
  for (let round = 0; round < 3; round++) {
    await phone.open('/vendor')
    await expect.poll(() => phone.text('h1')).toBe('Arkadna zona')
    await phone.open(`/qr/${team.team_id}`)
    await expect.poll(async () => (await phone.text('h1')).trim()).toBe(team.team_name)
    await phone.press('Pobjeda')
  }
  await game.resume()
  await phone.open('/vendor')
  await expect.poll(() => team.ledger().then((awards) => awards.map(({ label }) => label))).toContain('Sudjelovanje')
})
