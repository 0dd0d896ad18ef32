import { expect, test } from './support/journey'

test('fault 70: a page that is left at once locks nothing: the next one shows what was seen last, and sends what waits', async ({
  cutOff: { phone, reconnect },
  team,
}) => {
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
  reconnect()
  await phone.open('/vendor')
  await expect.poll(() => team.ledger().then((awards) => awards.map(({ label }) => label))).toContain('Sudjelovanje')
})
