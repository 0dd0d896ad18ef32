import { expect, test } from './support/journey'

test('fault 7: two tabs share one outbox: what both gave without a server is sent once and shown as recorded in both', async ({
  cutOff: { phone, reconnect },
  team,
}) => {
  await phone.press('Pobjeda')
  await expect.poll(() => phone.text()).toContain('Čeka slanje')
  const first = await phone.openTab(`/qr/${team.team_id}`)
  await expect.poll(() => phone.text()).toContain('Čeka slanje')
  await phone.press('Sudjelovanje')
  await expect.poll(async () => (await phone.text()).match(/Čeka slanje/g)?.length ?? 0).toBeGreaterThan(1)

  reconnect()
  await expect.poll(() => phone.text(), { timeout: 40_000 }).not.toContain('Čeka slanje')
  await expect.poll(() => phone.text()).toContain('Upisano')
  await phone.showTab(first)
  await expect.poll(() => phone.text()).toContain('Upisano')
  await expect.poll(() => phone.text()).not.toContain('Čeka slanje')
  expect((await team.ledger()).map(({ points }) => points).toSorted((a, b) => a - b)).toEqual([5, 25])
})
