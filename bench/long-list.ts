import type { Locator, Page } from '@playwright/test'
import type { CallOutput } from '#contract/calls'
import { awardTexts } from '#texts/booth'
import { changeAnswers } from '../tests/e2e/support/answers'
import { openSlowPage, reportOnPhone, untilIdle } from './phone'
import type { Row } from './report/row'

/** Screens with the list of all teams, larger than at any event, on a slow processor. */
const TEAMS = 2_000
const SLOWED = 4
const TYPED = 'ekipa 1234'
const KEY_MS = 120

const teams: CallOutput<'listTeams'>['teams'] = Array.from({ length: TEAMS }, (_, index) => ({
  team_id: `t${index}`,
  team_name: `Ekipa ${index + 1} Šumskih Čuvara`,
  points: TEAMS - index,
  rank: index + 1,
  member_count: 1 + (index % 3),
  is_full: index % 3 === 2,
}))

interface Held {
  /** The longest task of the page's main thread, in ms; 0 = none over 50 ms, which are not reported. */
  readonly task: number
  /** The longest time from a key press or touch to the next frame, in ms; 0 = none over 16 ms. */
  readonly answer: number
}

/** What blocked the page during an interaction. */
async function watch(page: Page, work: () => Promise<void>): Promise<Held> {
  await untilIdle(page)
  await page.evaluate(() => {
    const held = { task: 0, answer: 0 }
    Object.assign(window, { held })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) held.task = Math.max(held.task, duration)
    }).observe({ type: 'longtask' })
    const events = { type: 'event', durationThreshold: 16 }
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) held.answer = Math.max(held.answer, duration)
    }).observe(events)
  })
  await work()
  await untilIdle(page)
  return await page.evaluate(() => (window as unknown as { held: Held }).held)
}

/** Time from opening an address until a part of the screen is visible, in ms. */
async function timeOpen(page: Page, address: string, part: Locator): Promise<number> {
  const started = performance.now()
  await page.goto(address)
  await part.waitFor()
  return performance.now() - started
}

async function measure(page: Page, address: string, row: Locator): Promise<Row> {
  // One more than is counted: the first visit loads the page's files.
  await timeOpen(page, address, row)
  await untilIdle(page)
  const opened = await timeOpen(page, address, row)
  const finder = page.getByRole('region', { name: 'Pronađi tim' })
  const rows = await finder.getByRole('listitem').count()
  const typing = await watch(page, async () => {
    const field = finder.getByRole('searchbox')
    await field.focus()
    await page.keyboard.type(TYPED, { delay: KEY_MS })
    await finder.getByText('Ekipa 1234 ', { exact: false }).waitFor()
    for (let key = 0; key < TYPED.length; key++) await page.keyboard.press('Backspace', { delay: KEY_MS })
  })
  const scrolling = await watch(page, async () => {
    for (let turn = 0; turn < 40; turn++) {
      await page.mouse.wheel(0, turn < 20 ? 250 : -250)
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
    }
  })
  const longest = (ms: number, least: number) => (ms === 0 ? `under ${least}` : ms.toFixed(0))
  return {
    what: `${address} with ${TEAMS} teams, the processor slowed ${SLOWED} times`,
    measured: [
      `shown after ${opened.toFixed(0)} ms with ${rows} rows`,
      `typing: longest task ${longest(typing.task, 50)} ms, slowest answer to a key ${longest(typing.answer, 16)} ms`,
      `scrolling: longest task ${longest(scrolling.task, 50)} ms`,
    ].join('; '),
  }
}

await reportOnPhone('long-list', async ({ people, context }) => {
  const board = await openSlowPage(context, SLOWED)
  await people.signIn(board, 'iva')
  await changeAnswers(board, 'listTeams', () => ({ teams }))
  // The board lists nobody before a name is typed: this stands there once all teams are read.
  const boardRow = await measure(board, '/vendor', board.getByText(awardTexts.nobodyServed))
  await board.close()
  await context.clearCookies()
  const card = await openSlowPage(context, SLOWED)
  await people.signUp(card, 'beztima')
  await changeAnswers(card, 'listTeams', () => ({ teams }))
  const anyTeam = card.getByRole('button', { name: 'Pošalji zahtjev timu Ekipa 1 Šumskih Čuvara', exact: true })
  return [boardRow, await measure(card, '/player', anyTeam)]
})
