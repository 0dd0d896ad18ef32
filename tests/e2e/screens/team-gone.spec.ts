import type { Page } from '@playwright/test'
import { isCall } from '../support/answers'
import { expect, test } from '../support/journey'
import { foundByHand, foundTeam, openPlace, wantToJoin } from '../support/teams'

test.use({ stream: false })

/** Notes each frame in which the card's screen names the team. */
async function watchForTeam(page: Page, name: string): Promise<() => Promise<string[]>> {
  await page.evaluate((old) => {
    const frames: string[] = []
    Object.assign(window, { frames })
    const look = () => {
      const shown = document.querySelector('main')?.innerText ?? ''
      if (location.pathname === '/player' && shown.includes(old)) frames.push(shown)
      requestAnimationFrame(look)
    }
    look()
  }, name)
  return async () => await page.evaluate(() => (window as unknown as { frames: string[] }).frames)
}

test('fault 62: a team ends with its last member and its name is free again; no frame shows the card of a team that was left or disbanded, however slow the next reading is', async ({
  page,
  people,
}) => {
  const name = 'Zadnji Gasi Svjetlo'
  const noTeam = page.getByRole('heading', { level: 1, name: 'Još niste u timu' })
  const dialog = page.getByRole('alertdialog')
  /** Confirms how the team ends while readings wait for their answers. */
  const endTeam = async (way: 'Napusti tim' | 'Raspusti tim', said: string) => {
    const frames = await watchForTeam(page, name)
    const held: (() => void)[] = []
    await page.route(
      (url) => isCall('currentUser')(url) || isCall('listTeams')(url),
      async (route) => {
        await new Promise<void>((resolve) => held.push(resolve))
        await route.continue()
      },
    )
    await dialog.getByRole('button', { name: way }).click()
    await expect(page.getByText(said)).toBeVisible()
    await expect(noTeam).toBeVisible()
    await expect(page).toHaveURL('/player')
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const answered = page.waitForResponse((response) => isCall('currentUser')(new URL(response.url())))
    for (const release of held) release()
    await answered
    await expect(noTeam).toBeVisible()
    expect(await frames()).toEqual([])
  }

  await people.captain('Ostaje Upaljeno')
  await foundTeam(page, people, 'Zadnji Gasi Svjetlo')
  await openPlace(page, 'Tim')
  await page.getByRole('button', { name: 'Napusti tim' }).click()
  await expect(dialog).toContainText('U timu nema nikoga drugog, pa se izlaskom raspušta')
  await endTeam('Napusti tim', `Više niste u timu ${name}.`)
  await expect(page.getByText('Tim je raspušten ili vas je kapetan uklonio iz njega.')).toBeHidden()
  await page.reload()
  await (await wantToJoin(page)).fill('zadnji gasi')
  await expect(page.getByText('Nijedan tim ne odgovara upisanom.')).toBeVisible()
  await page.getByRole('button', { name: 'Natrag' }).click()
  await foundByHand(page, name)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

  await openPlace(page, 'Tim')
  await page.getByRole('button', { name: 'Raspusti tim' }).click()
  await dialog.getByRole('textbox').fill(name)
  await endTeam('Raspusti tim', `Raspušten je tim ${name}.`)
})
