import { faults } from '../../e2e/support/faults'
import { type Scene, type Stage, scene } from '../scene'

const open = async ({ page }: Stage, search: string, heading: string) => {
  await page.goto(`/organizator/priprema${search}`)
  await page.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor()
}

/** Priprema. */
export const setupScenes: readonly Scene[] = [
  scene('setup', 'organiser', async (stage) => await open(stage, '', 'Što nedostaje')),
  scene('setup-offline', 'organiser', async (stage) => {
    stage.network.inject(faults.cutBefore, { call: 'readEvent' })
    await stage.page.goto('/organizator/priprema')
    await stage.page.getByText('Niste povezani').waitFor()
  }),
  scene('setup-event', 'organiser', async (stage) => await open(stage, '?dio=natjecanje', 'Natjecanje')),
]
