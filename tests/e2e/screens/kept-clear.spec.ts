import type { Locator, Page } from '@playwright/test'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { passTime } from '../support/pass-time'
import { foundTeam, nextRefresh, teamIdOf } from '../support/teams'

test.use({ stream: false })

const SMALL_PHONE = { width: 320, height: 568 }

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('it is not on the screen')
  return box
}

/** What the toast on screen lies over: controls, codes and the bar. Says so if there is no toast with this text. */
async function coveredByToast(page: Page, text: string): Promise<string[]> {
  return await page.evaluate((wanted) => {
    const toast = [...document.querySelectorAll('[data-sonner-toast][data-mounted=true]')].find((one) =>
      one.textContent?.includes(wanted),
    )
    if (toast === undefined) return ['no toast']
    const over = toast.getBoundingClientRect()
    return [...document.querySelectorAll('main :is(a, button, input, img, [role=img]), [data-bottom-bar]')]
      .filter((element) => {
        const { left, right, top, bottom, width } = element.getBoundingClientRect()
        return width > 1 && left < over.right && over.left < right && top < over.bottom && over.top < bottom
      })
      .map((element) => element.outerHTML.slice(0, 80))
  }, text)
}

test('the team’s whole code is visible above the bar at every phone’s size; on the smallest, labels with 200 % text do not touch, a toast lies over no code, and the offline sign fits into the header', async ({
  page,
  people,
}) => {
  await page.clock.install()
  await foundTeam(page, people, 'Zmajevi s Velebita i Učke')
  const code = page.getByRole('article').getByRole('img', { name: /QR kod/ })
  const scan = page.getByRole('button', { name: 'Skeniraj', exact: true })
  for (const size of [{ width: 412, height: 839 }, { width: 375, height: 667 }, SMALL_PHONE]) {
    await page.setViewportSize(size)
    const { y, height } = await boxOf(code)
    expect(y + height, `the end of the code at ${size.width} × ${size.height}`).toBeLessThanOrEqual((await boxOf(scan)).y)
  }

  const setTextSize = (fontSize: string) =>
    page.evaluate((value) => Object.assign(document.documentElement.style, { fontSize: value }), fontSize)
  await setTextSize('200%')
  const labels = await page.locator('[data-bottom-bar] nav > *').evaluateAll((items) =>
    items.map((item) => {
      const range = document.createRange()
      range.selectNodeContents(item)
      const { left, right } = range.getBoundingClientRect()
      return { left, right }
    }),
  )
  expect(labels).toHaveLength(5)
  for (const [index, { left }] of labels.slice(1).entries()) expect(left).toBeGreaterThan((labels[index]?.right ?? 0) + 1)
  await setTextSize('')

  await page.evaluate(() => window.scrollTo(0, 0))
  const player = await people.player('novi')
  await callAs(player, 'joinTeam', { team_id: await teamIdOf(page) })
  await nextRefresh(page, 'listInvites')
  const toast = `Novi zahtjev: ${player.profile.nickname}`
  await expect.poll(() => coveredByToast(page, toast), { intervals: [50] }).toEqual([])

  await page.route('**/api?**', (route) => route.abort())
  await nextRefresh(page).catch(() => undefined)
  await expect(page.getByText(/^Niste povezani\. Prikazano je stanje od \d\d:\d\d\.$/)).toBeVisible()
  const bar = page.locator('[data-offline-bar]')
  const short = bar.locator('[data-short]')
  await expect(short).toBeVisible()
  await expect(short).toHaveAttribute('data-short', /^Niste povezani · stanje u \d\d:\d\d$/)
  const { height } = await boxOf(page.getByRole('banner'))
  expect((await boxOf(bar)).height).toBeLessThan(height)
  const end = await boxOf(code)
  expect(end.y + end.height, 'the code ends above the bar of places').toBeLessThanOrEqual((await boxOf(scan)).y)
  // From another day the words are longer.
  await passTime(page, 26 * 3_600_000)
  await expect(short).toHaveAttribute('data-short', /^Niste povezani · stanje .* u \d\d:\d\d$/)
  expect((await boxOf(bar)).height).toBeLessThan(height)
})
