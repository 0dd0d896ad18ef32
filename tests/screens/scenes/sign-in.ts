import { faults } from '../../e2e/support/faults'
import { fillRegistration, linkIn } from '../../e2e/support/people'
import { opened, type Scene, scene } from '../scene'

/** The screens of a visitor up to the sign-in. */
export const signInScenes: readonly Scene[] = [
  opened('landing', 'visitor', '/', (page) => page.getByRole('link', { name: 'Prijava / Registracija' })),
  opened('sign-in-found-tag', 'visitor', '/s/tim-slobodan', (page) => page.getByText('Skenirali ste oznaku')),
  scene('loader', 'player', async ({ page, network }) => {
    network.inject(faults.stalled, { call: 'currentUser' })
    await page.goto('/player')
    await page.getByRole('status').filter({ hasText: 'Učitavanje…' }).waitFor()
  }),
  scene('load-failed', 'player', async ({ page, network }) => {
    network.inject(faults.cutBefore, { call: 'any' })
    await page.goto('/player')
    await page.getByRole('button', { name: 'Pokušaj ponovno' }).waitFor()
  }),
  opened('terms', 'visitor', '/uvijeti', (page) => page.getByRole('heading', { level: 1 })),
  opened('sign-in', 'visitor', '/auth/login', (page) => page.getByRole('heading', { name: 'Prijava' })),
  scene('sign-in-code', 'visitor', async ({ page, player, askForCode }) => {
    const { profile } = await player('altair')
    await page.goto('/auth/login')
    await askForCode(page, profile.mobile)
  }),
  opened('register', 'visitor', '/auth/register', (page) => page.getByRole('heading', { name: 'Registracija' })),
  scene('register-faults', 'visitor', async ({ page }) => {
    await page.goto('/auth/register')
    await page.getByRole('button', { name: 'Registriraj me' }).click()
    await page.getByText('Upišite ime.').waitFor()
  }),
  scene('register-known-account', 'visitor', async (stage) => {
    const { profile: known } = await stage.player('deneb')
    await stage.page.goto('/auth/register')
    await fillRegistration(stage.page, { ...stage.newProfile('mira'), mobile: known.mobile })
    await stage.page.getByRole('button', { name: 'Registriraj me' }).click()
    await stage.page.getByRole('button', { name: `Pošalji kod za ${known.mobile}` }).waitFor()
  }),
  scene('link-used', 'visitor', async ({ page, player, game }) => {
    const { profile } = await player('spika')
    await page.goto(linkIn(game.lastSms(profile.mobile)))
    await page.getByRole('heading', { name: 'Link je već iskorišten ili je istekao.' }).waitFor()
  }),
]
