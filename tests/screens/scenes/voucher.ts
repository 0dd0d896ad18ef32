import { randomUUID } from 'node:crypto'
import { makeSigningKey, signVoucher } from '#contract/voucher'
import { give, offerButton } from '../../e2e/support/booth-screen'
import { callAs } from '../../e2e/support/call-as'
import { faults } from '../../e2e/support/faults'
import { waitUntilDataIsStored } from '../../e2e/support/worker'
import { type Scene, type Stage, scene } from '../scene'

/** The booth gives points that wait, and shows the team's copy. */
async function showCopy({ page, captain, network }: Stage, team_name: string): Promise<void> {
  const { team_id } = await captain(team_name)
  await page.goto(`/qr/${team_id}`)
  await offerButton(page, 'Sudjelovanje').waitFor()
  network.inject(faults.cutBefore)
  await give(page, 'Čeka slanje')
  await page.getByRole('button', { name: `Pokaži timu: Sudjelovanje, ${team_name}` }).click()
  await page.getByRole('dialog').getByRole('img').waitFor()
}

/** The address of a copy that only the server can tell from a real one: no device has its key. */
async function addressOfCopy(teamId: string, pointType: string): Promise<string> {
  const { privateKey } = await makeSigningKey()
  const award = { deviceId: 'nepoznat', awardId: randomUUID(), vendorId: 'arkade', teamId, pointType, madeAt: Date.now() }
  return `/d/${await signVoucher(privateKey, award)}`
}

/** A team's copies: at the booth, and on the phone that carries them. */
export const voucherScenes: readonly Scene[] = [
  scene('voucher-dialog', 'staff', async (stage) => await showCopy(stage, 'Najneustrašivijikomandosiizdonjegrada405')),
  scene('card-carries-copies', 'player', async ({ page, network }) => {
    const { team_id } = await callAs(page, 'createTeam', { team_name: 'Nosači kopija' })
    await page.goto('/player/standovi')
    await page.getByText('Arkadna zona').waitFor()
    await waitUntilDataIsStored(page, /listVendors/)
    await page.goto(await addressOfCopy(team_id, 'sudjelovanje'))
    await page.getByRole('button', { name: 'U redu' }).waitFor()
    network.inject(faults.cutBefore, { call: 'deliver' })
    await page.goto(await addressOfCopy(team_id, 'pobjeda'))
    await page.getByText('Neprovjereno: +25 · Arkadna zona').waitFor()
  }),
  scene('sign-in-with-copy', 'visitor', async ({ page }) => {
    await page.goto(await addressOfCopy('neki-tim', 'pobjeda'))
    await page.getByRole('region', { name: 'Bodovi koji čekaju potvrdu' }).waitFor()
  }),
]
