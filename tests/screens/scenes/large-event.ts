import { type Scene, type Stage, scene } from '../scene'

/** Signs one of the large demo's people in on the phone, which shows their home or another path. */
async function openAs({ page, signIn }: Stage, nickname: string, path = '/'): Promise<void> {
  await signIn(page, nickname)
  await page.goto(path)
}

/** The screens that grow with an event, at a convention's size. */
export const largeEventScenes: readonly Scene[] = [
  scene('large-card', 'visitor', async (stage) => {
    await openAs(stage, 'nela')
    await stage.page.getByRole('region', { name: 'Posljednji bodovi' }).getByRole('listitem').first().waitFor()
  }),
  scene('large-card-captain', 'visitor', async (stage) => {
    await openAs(stage, 'piksel', '/player/tim')
    await stage.page
      .getByRole('button', { name: /^Prihvati/ })
      .first()
      .waitFor()
  }),
  ...(['standovi', 'poredak', 'tim'] as const).map((place) =>
    scene(`large-${place}`, 'visitor', async (stage) => {
      await openAs(stage, 'nela', `/player/${place}`)
      await stage.page.getByRole('main').getByRole('listitem').first().waitFor()
    }),
  ),
  scene('large-dodjele', 'visitor', async (stage) => {
    await openAs(stage, 'anacos', '/vendor/dodjele')
    await stage.page.getByRole('main').getByRole('listitem').first().waitFor()
  }),
  scene('large-card-no-team', 'visitor', async (stage) => {
    await openAs(stage, 'zombi_iz_reda')
    await stage.page.getByRole('searchbox').first().waitFor()
  }),
  scene('large-board', 'visitor', async (stage) => {
    await openAs(stage, 'anacos')
    await stage.page.locator('main a[href^="/qr/"]').first().waitFor()
  }),
  scene('large-award', 'visitor', async (stage) => {
    await openAs(stage, 'anacos')
    await stage.page.getByRole('searchbox').first().fill('Plavi Vukovi')
    await stage.page.getByRole('link', { name: /^Plavi Vukovi/ }).click()
    await stage.page.getByRole('list', { name: 'Dodijeli bodove' }).getByRole('listitem').first().waitFor()
  }),
]
