import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import type { CallOutput } from '#contract/calls'
import { changeAnswers } from '../support/answers'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { listen } from '../support/listener'
import type { People } from '../support/people'
import { expectUsable } from '../support/phone-and-desktop'
import { nextRefresh } from '../support/teams'
import { waitUntilDataIsStored } from '../support/worker'

test.use({ stream: false })

type Teams = CallOutput<'listTeams'>['teams']

/** A captain's phone with a ranking in which the test can change the own team's rank. */
async function foundClimbers(page: Page, people: People): Promise<{ place: number; team_id: string }> {
  await people.signUp(page, 'kapetan')
  const { team_id } = await callAs(page, 'createTeam', { team_name: `Penjači ${randomUUID().slice(0, 8)}` })
  const table = { place: 4, team_id }
  const team = { rank: 0, member_count: 1, is_full: false }
  await changeAnswers(page, 'listTeams', () => {
    const others: Teams = Array.from({ length: 8 }, (_, index) => ({
      ...team,
      team_id: `t${index}`,
      team_name: `Ekipa ${index + 1}`,
      points: 900 - index * 100,
    }))
    const own = { ...team, team_id, team_name: 'Penjači', points: 950 - (table.place - 1) * 100 }
    const teams = others.toSpliced(table.place - 1, 0, own)
    return { teams: teams.map((each, index) => ({ ...each, rank: index + 1 })) }
  })
  return table
}

/** Records per frame which ranking rows are drawn away from their layout position, from the next page load on. */
async function watchMoves(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const moved = new Set<string>()
    Object.assign(window, { moved })
    const note = (row: Element) => {
      const { transform } = getComputedStyle(row)
      const away = transform === 'none' ? 0 : new DOMMatrixReadOnly(transform).m42
      const team = /Ekipa \d|Penjači/.exec(row.textContent)?.[0]
      if (away !== 0) moved.add(`${team} ${away > 0 ? 'from below' : 'from above'}`)
    }
    const look = () => {
      document.querySelectorAll('main ol li').forEach(note)
      requestAnimationFrame(look)
    }
    look()
  })
  return () => page.evaluate(() => [...(window as unknown as { moved: Set<string> }).moved])
}

/** Resolves with how often elements came or went in the main part of the page during some frames. */
async function countChanges(page: Page, frames = 30): Promise<number> {
  return await page.evaluate(
    (count) =>
      new Promise<number>((resolve) => {
        let [changes, left] = [0, count]
        const watch = new MutationObserver((seen) => (changes += seen.length))
        watch.observe(document.querySelector('main') ?? document.body, { childList: true, subtree: true })
        const next = () => {
          if (--left > 0) requestAnimationFrame(next)
          else resolve(changes)
        }
        next()
      }),
    frames,
  )
}

test('the own team’s row stands once while it can be seen, and a second time only while it cannot; with reduced motion a new rank moves it at once, and is announced once and politely, unlike a refresh', async ({
  page,
  people,
}) => {
  await page.clock.install()
  const table = await foundClimbers(page, people)
  const moved = await watchMoves(page)
  await page.goto('/player/poredak')
  const own = page.getByText('Penjači')
  await expect(own).toHaveCount(1)
  expect(await countChanges(page), 'elements that came or went').toBe(0)
  const phone = page.viewportSize() ?? { width: 412, height: 839 }
  await page.setViewportSize({ width: 412, height: 320 })
  await expect(own).toHaveCount(2)
  expect(await countChanges(page), 'elements that came or went').toBe(0)
  await page.setViewportSize(phone)
  await expect(own).toHaveCount(1)

  const rows = page.getByRole('listitem')
  await expect(rows.nth(3)).toHaveText(/^4\.Penjači/)
  const heard = await listen(page)
  for (const _time of [1, 2]) await nextRefresh(page, 'listTeams')
  expect(await heard()).toEqual([])
  table.place = 2
  await nextRefresh(page, 'listTeams')
  await expect(rows.nth(1)).toHaveText(/^2\.Penjači/)
  await expect.poll(heard).toEqual([{ manner: 'polite', text: 'Vaš je tim sada na 2. mjestu.' }])
  await expectUsable(page)
  table.place = 5
  await nextRefresh(page, 'listTeams')
  await expect.poll(async () => (await heard()).at(-1)?.text).toBe('Vaš je tim sada na 5. mjestu.')
  expect(await moved()).toEqual([])
})

test.describe('without reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('the points count up to their new value, and a team that changes its rank is animated past the others', async ({
    page,
    people,
  }) => {
    const table = await foundClimbers(page, people)
    await page.goto('/player')
    await expect(page.getByRole('article').getByText('0 bodova', { exact: true })).toBeVisible()
    await waitUntilDataIsStored(page, /Penjači/)
    const award = { team_id: table.team_id, point_type: 'pobjeda', award_id: randomUUID(), queued_ms: 0 }
    await callAs(await people.staff('iva'), 'awardPoints', award)
    const moved = await watchMoves(page)
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

    await page.goto('/player/poredak')
    const rows = page.getByRole('listitem')
    await expect(rows.nth(3)).toHaveText(/^4\.Penjači/)
    await waitUntilDataIsStored(page, /Ekipa 8/)
    table.place = 2
    await page.reload()
    await expect(rows.nth(1)).toHaveText(/^2\.Penjači/)
    await expect
      .poll(() => page.evaluate(() => document.querySelector('main ol')?.getAnimations({ subtree: true }).length))
      .toBe(0)
    expect((await moved()).toSorted()).toEqual(['Ekipa 2 from above', 'Ekipa 3 from above', 'Penjači from below'])
  })
})
