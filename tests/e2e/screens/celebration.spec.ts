import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { foundTeam, nextRefresh, teamIdOf } from '../support/teams'
import { waitUntilDataIsStored } from '../support/worker'

test.use({ stream: false })

test('new points are celebrated in place and announced once, and the layout does not move', async ({ page, people, phone }) => {
  await page.clock.install()
  await foundTeam(page, people, 'Slavljenici')
  const card = page.getByRole('article')
  await expect(card.getByText('0 bodova', { exact: true })).toBeVisible()
  await expect(page.getByText(/Ukupno:/)).toHaveCount(0)
  const booth = await phone()
  await people.signIn(booth, 'iva')
  const award_id = crypto.randomUUID()
  await callAs(booth, 'awardPoints', { team_id: await teamIdOf(page), point_type: 'pobjeda', award_id, queued_ms: 0 })

  await nextRefresh(page)
  await expect(page.getByRole('status').filter({ hasText: '+25 bodova. Ukupno: 25 bodova.' })).toBeAttached()
  await expect(card.getByText('25 bodova', { exact: true })).toBeVisible()
  await expect(card.getByText('+25 · Pobjeda · Arkadna zona', { exact: true })).toBeVisible()
  await page.clock.runFor(5_000)
  await expect(card.getByText(/^\+25/)).toHaveCount(0)
  await expect(page.getByText(/Ukupno:/)).toHaveCount(0)

  await callAs(booth, 'voidAward', { award_id })
  await nextRefresh(page)
  await expect(card.getByText('0 bodova', { exact: true })).toBeVisible()
  await expect(page.getByText(/Ukupno:/), 'a voided award is not celebrated').toHaveCount(0)
})

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the points count up to their new value', async ({ page, people, phone }) => {
    await foundTeam(page, people, 'Brojači')
    const booth = await phone()
    await people.signIn(booth, 'iva')
    const award_id = crypto.randomUUID()
    await callAs(booth, 'awardPoints', { team_id: await teamIdOf(page), point_type: 'pobjeda', award_id, queued_ms: 0 })
    await waitUntilDataIsStored(page, /Brojači/)
    await page.addInitScript(() => {
      const numbers: number[] = []
      Object.assign(window, { numbers })
      const look = () => {
        const shown = document.querySelector('article .text-7xl')?.textContent
        if (shown != null && numbers.at(-1) !== Number(shown)) numbers.push(Number(shown))
        requestAnimationFrame(look)
      }
      look()
    })
    // The card opens with the stored data and then loads the new points.
    await page.reload()
    await expect(page.getByRole('article').getByText('25 bodova', { exact: true })).toBeVisible()
    const numbers = await page.evaluate(() => (window as unknown as { numbers: number[] }).numbers)
    expect(numbers.at(0)).toBe(0)
    expect(numbers.length, 'intermediate numbers').toBeGreaterThan(3)
    expect(numbers, 'ascending').toEqual(numbers.toSorted((a, b) => a - b))
  })
})
