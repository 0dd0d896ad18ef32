import { faults } from '../../e2e/support/faults'
import { codeIn, fillRegistration, type Profile } from '../../e2e/support/people'
import { opened, type Scene, type Stage, scene } from '../scene'

const linkIn = (sms: string) => /http\S+/.exec(sms)?.[0] ?? ''

/** The sign-in screen's second step, after the code was sent. */
async function askForCode(stage: Stage): Promise<Profile> {
  const { page } = stage
  const { profile } = await stage.player('altair')
  await page.goto('/auth/login')
  await page.getByLabel('Broj mobitela ili e-mail').fill(profile.mobile)
  await page.getByRole('button', { name: 'Pošalji kod' }).click()
  await page.getByLabel('Kod iz SMS-a').waitFor()
  return profile
}

/** The screens of a visitor up to the sign-in. */
export const signInScenes: readonly Scene[] = [
  opened('landing', 'visitor', '/', (page) => page.getByRole('link', { name: 'Prijava / Registracija' })),
  opened('sign-in-found-tag', 'visitor', '/s/tim-slobodan', (page) => page.getByText('Skenirali ste oznaku')),
  opened('register-found-team', 'visitor', '/auth/register?redirect=%2Fqr%2Fneki-tim', (page) =>
    page.getByText('Otvorili ste kod tima'),
  ),
  scene(
    'loader',
    'player',
    async ({ page, network }) => {
      network.inject(faults.stalled, { call: 'currentUser' })
      await page.goto('/player')
      await page.getByRole('status').filter({ hasText: 'Učitavanje…' }).waitFor()
    },
    { about: 'loading' },
  ),
  scene('load-failed', 'player', async ({ page, network }) => {
    network.inject(faults.cutBefore, { call: 'any' })
    await page.goto('/player')
    await page.getByRole('button', { name: 'Pokušaj ponovno' }).waitFor()
  }),
  opened('terms', 'visitor', '/uvijeti', (page) => page.getByRole('heading', { level: 1 })),
  opened('sign-in', 'visitor', '/auth/login', (page) => page.getByRole('heading', { name: 'Prijava' })),
  scene('sign-in-fault', 'visitor', async ({ page }) => {
    await page.goto('/auth/login')
    await page.getByRole('button', { name: 'Pošalji kod' }).click()
    await page.locator('[aria-invalid=true]').waitFor()
  }),
  scene('sign-in-code', 'visitor', async (stage) => void (await askForCode(stage))),
  scene('sign-in-wrong-code', 'visitor', async (stage) => {
    const { mobile } = await askForCode(stage)
    const right = codeIn(stage.game.lastSms(mobile))
    await stage.page.getByLabel('Kod iz SMS-a').fill(right === '000000' ? '000001' : '000000')
    await stage.page.getByText('Kod nije ispravan. Imate još 4 pokušaja.').first().waitFor()
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
  scene('link-asks-whose-account', 'player', async ({ page, register, game }) => {
    const other = await register('rigel')
    await page.goto(linkIn(game.lastSms(other.mobile)))
    await page.getByRole('button', { name: 'Prijavi se drugim računom' }).waitFor()
  }),
  scene('link-used', 'visitor', async ({ page, player, game }) => {
    const { profile } = await player('spika')
    await page.goto(linkIn(game.lastSms(profile.mobile)))
    await page.getByRole('heading', { name: 'Link je već iskorišten ili je istekao.' }).waitFor()
  }),
]
