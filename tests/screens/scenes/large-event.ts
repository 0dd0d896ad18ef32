import { type Scene, type Stage, scene } from '../scene'

/** Signs one of the large demo's people in on the phone. */
async function openAs({ page, game }: Stage, nickname: string): Promise<void> {
  const link = /https?:\/\/\S+/.exec(await game.eventMeanwhile('login-link', nickname))?.[0]
  if (link === undefined) throw new Error(`there is no link for ${nickname}`)
  await page.goto(link)
  await page.waitForURL(/\/(player|vendor)$/)
  // Loaded anew, without the greeting.
  await page.reload()
}

/** The screens that grow with an event, at a convention's size. */
export const largeEventScenes: readonly Scene[] = [
  scene('large-card', 'visitor', async (stage) => {
    await openAs(stage, 'nela')
    await stage.page.getByRole('region', { name: 'Posljednji bodovi' }).getByRole('listitem').first().waitFor()
  }),
  scene('large-card-captain', 'visitor', async (stage) => {
    await openAs(stage, 'piksel')
    await stage.page.goto('/player/tim')
    await stage.page
      .getByRole('button', { name: /^Prihvati/ })
      .first()
      .waitFor()
  }),
  ...(['standovi', 'poredak', 'tim'] as const).map((place) =>
    scene(`large-${place}`, 'visitor', async (stage) => {
      await openAs(stage, 'nela')
      await stage.page.goto(`/player/${place}`)
      await stage.page.getByRole('main').getByRole('listitem').first().waitFor()
    }),
  ),
  scene('large-dodjele', 'visitor', async (stage) => {
    await openAs(stage, 'anacos')
    await stage.page.goto('/vendor/dodjele')
    await stage.page.getByRole('main').getByRole('listitem').first().waitFor()
  }),
  scene('large-card-no-team', 'visitor', async (stage) => {
    await openAs(stage, 'zombi_iz_reda')
    await stage.page.getByRole('searchbox').first().waitFor()
  }),
  scene('large-board', 'visitor', async (stage) => {
    await openAs(stage, 'anacos')
    await stage.page.getByRole('link', { name: /^Plavi Vukovi/ }).waitFor()
  }),
  scene('large-award', 'visitor', async (stage) => {
    await openAs(stage, 'anacos')
    await stage.page.getByRole('searchbox').first().fill('Plavi Vukovi')
    await stage.page.getByRole('link', { name: /^Plavi Vukovi/ }).click()
    await stage.page.getByRole('list', { name: 'Dodijeli bodove' }).getByRole('listitem').first().waitFor()
  }),
]
