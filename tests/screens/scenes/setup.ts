import { type Scene, type Stage, scene } from '../scene'

const open = async ({ page }: Stage, search: string, heading: string) => {
  await page.goto(`/organizator/priprema${search}`)
  await page.getByRole('heading', { level: 2, name: heading, exact: true }).waitFor()
}

/** Priprema. */
export const setupScenes: readonly Scene[] = [
  scene('setup', 'organiser', async (stage) => await open(stage, '', 'Što nedostaje')),
  scene('setup-guide', 'organiser', async (stage) => await open(stage, '?dio=vodic', 'Vodič za organizatore')),
  scene('setup-event', 'organiser', async (stage) => await open(stage, '?dio=natjecanje', 'Natjecanje')),
  scene('setup-types', 'organiser', async (stage) => await open(stage, '?dio=vrste', 'Vrste bodova')),
  scene('setup-type', 'organiser', async (stage) => await open(stage, '?dio=vrste&vrsta=nova', 'Nova vrsta bodova')),
  scene('setup-booths', 'organiser', async (stage) => await open(stage, '?dio=standovi', 'Štandovi')),
  scene('setup-booth', 'organiser', async (stage) => await open(stage, '?dio=standovi&stand=arkade', 'Osoblje')),
  scene('setup-tags', 'organiser', async (stage) => {
    await open(stage, '?dio=oznake', 'Izradi oznake')
    await stage.page.getByRole('radio', { name: 'Blago' }).first().check()
    await stage.page.getByLabel('Svaki dodir dokazuje se čipom').check()
    await stage.page.getByRole('button', { name: 'Izradi oznake' }).click()
    await stage.page.getByText('Ovo je polje obavezno.').waitFor()
  }),
  scene('setup-print', 'organiser', async (stage) => await open(stage, '?dio=ispis', 'Ispis')),
  scene('setup-faults', 'organiser', async (stage) => {
    await open(stage, '?dio=standovi&stand=arkade&osoba=nova', 'Dodaj osobu')
    await stage.page.getByLabel('Broj mobitela').fill('112')
    await stage.page.getByRole('button', { name: 'Spremi' }).click()
    await stage.page.getByText('Upišite ime.').waitFor()
  }),
  scene('first-organiser', 'visitor', async ({ page }) => {
    await page.goto('/organizator/prvi#nepoznato')
    await page.getByRole('heading', { level: 1, name: 'Prvi organizator' }).waitFor()
  }),
]
