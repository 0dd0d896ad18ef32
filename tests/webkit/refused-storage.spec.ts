import { expect, test } from './support/journey'

test('where the browser refuses databases and local storage, an award is still given and recorded online', async ({
  iphone,
  team,
}) => {
  const phone = await iphone('--enable-html5-local-storage=false', '--enable-html5-database=false')
  await phone.signIn('iva')
  await phone.open(`/qr/${team.team_id}`)
  await phone.press('Pobjeda')
  await expect.poll(() => phone.text()).toContain('Upisano')
  expect((await team.ledger()).map(({ points }) => points)).toEqual([25])
})
