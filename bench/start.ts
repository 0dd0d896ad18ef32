import type { BrowserContext, Page } from '@playwright/test'
import { devices, expect } from '@playwright/test'
import { createPeople } from '../tests/e2e/support/people'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../tests/e2e/support/worker'
import { startBareStack } from './first-load'
import { costOfStart, type StartCost } from './main-thread'
import { createPhone, openBrowser, startGame } from './phone'
import { ratioOf } from './report/contestants'
import { median, type Row, report, withSpread } from './report/row'

// Measures the main thread's processor time from each kind of start until the screen can be used,
// alternating with the bare stack. Other programs on the machine do not lengthen that time.

const SLOWER = 4
const ROUNDS = 5
const MAX_TIMES_BARE = 2
const MAX_BLOCKING_MS = 300
const MAX_LONGER_MS = 150

/** Matches a screen that React has rendered, not a kept one. */
const BY_REACT = '#root:not(:has([data-screen]))'
const CARD = `${BY_REACT} main img[alt^="QR kod"]`
/** Matches the board's search, because the teams' rows are far below it. */
const BOARD = `${BY_REACT} main input[type=search]`
const BARE = 'form input'

const game = await startGame('start-cost', { large: true })
const bare = await startBareStack()
const [browser, player, booth, floor] = [
  await openBrowser(),
  createPhone(game.url),
  createPhone(game.url),
  createPhone(bare.url),
]
const people = createPeople(game)

/** Opens a phone without any data. */
async function newPhone(baseURL: string): Promise<BrowserContext> {
  return await browser.newContext({ ...devices['Pixel 7'], locale: 'hr-HR', baseURL })
}

async function inNewPhone(
  baseURL: string,
  prepare: (page: Page) => Promise<string>,
  usable: string,
): Promise<StartCost> {
  const context = await newPhone(baseURL)
  try {
    const page = await context.newPage()
    return await costOfStart(page, await prepare(page), usable, SLOWER)
  } finally {
    await context.close()
  }
}

async function onPhone(context: BrowserContext, path: string, usable: string): Promise<StartCost> {
  const page = await context.newPage()
  try {
    return await costOfStart(page, path, usable, SLOWER)
  } finally {
    await page.close()
  }
}

/** Opens a screen and waits until the worker serves it and the device has stored its data. */
async function settle(
  context: BrowserContext,
  nickname: string,
  path: string,
  seen: RegExp,
): Promise<void> {
  const page = await context.newPage()
  await people.signIn(page, nickname)
  await page.goto(path)
  await waitUntilAppIsCached(page)
  await page.reload()
  await waitUntilDataIsStored(page, seen)
  await expect
    .poll(
      () => page.evaluate(async () => (await caches.match('/geek-kept-screen')) !== undefined),
      { timeout: 30_000 },
    )
    .toBe(true)
    .catch(() => process.stdout.write(`the screen of ${path} was not stored\n`))
  await page.close()
}

const signedIn = (nickname: string, path: string) => async (page: Page) => {
  await people.signIn(page, nickname)
  return path
}

/** Measures a start; measures it once more if the trace lacks the paint, as happens under load. */
async function withOneRetry(run: () => Promise<StartCost>): Promise<StartCost> {
  return await run().catch(async (reason: unknown) => {
    if (!String(reason).includes('lacks marks')) throw reason
    process.stdout.write(`${String(reason)}\n`)
    return await run()
  })
}

interface Start {
  readonly what: string
  readonly run: () => Promise<StartCost>
  readonly floor: () => Promise<StartCost>
}

function rowsOf(what: string, own: readonly StartCost[], bareCosts: readonly StartCost[]): Row[] {
  const [totals, bareTotals] = [own.map(({ total }) => total), bareCosts.map(({ total }) => total)]
  const [blocking, bareBlocking] = [
    own.map((one) => one.blocking),
    bareCosts.map((one) => one.blocking),
  ]
  const [longest, bareLongest] = [
    own.map((one) => one.longest),
    bareCosts.map((one) => one.longest),
  ]
  const ratio = ratioOf(totals, bareTotals)
  const longer = median(longest) - median(bareLongest)
  return [
    {
      what: `${what}: processor until it can be used`,
      measured: withSpread(totals, ' ms'),
      floor: `the bare stack ${withSpread(bareTotals, ' ms')}`,
      ratio: ratio.text,
      goal: `at most ${MAX_TIMES_BARE.toFixed(1)}`,
      verdict: ratio.value <= MAX_TIMES_BARE ? 'met' : 'missed',
    },
    {
      what: `${what}: blocking; longest task`,
      measured: `${withSpread(blocking, ' ms')}; ${withSpread(longest, ' ms')}`,
      floor: `${withSpread(bareBlocking, ' ms')}; ${withSpread(bareLongest, ' ms')}`,
      ratio: `longest task ${Math.abs(Math.round(longer))} ms ${longer < 0 ? 'shorter' : 'longer'}`,
      goal: `at most ${MAX_BLOCKING_MS} ms; ${MAX_LONGER_MS} ms longer`,
      verdict: median(blocking) <= MAX_BLOCKING_MS && longer <= MAX_LONGER_MS ? 'met' : 'missed',
    },
  ]
}

try {
  const [playerPhone, boothPhone, floorPhone] = [
    await player.start(),
    await booth.start(),
    await floor.start(),
  ]
  await settle(playerPhone, 'piksel', '/player', /Plavi Vukovi/)
  await settle(boothPhone, 'anacos', '/vendor', /listVendors/)
  const coldFloor = () => inNewPhone(bare.url, async () => '/', BARE)
  const warmFloor = () => onPhone(floorPhone, '/', BARE)
  const all: readonly Start[] = [
    {
      what: 'a link in a new browser, to the card',
      run: () => inNewPhone(game.url, () => game.loginLink('piksel'), CARD),
      floor: coldFloor,
    },
    {
      what: 'return to the card',
      run: () => onPhone(playerPhone, '/player', CARD),
      floor: warmFloor,
    },
    {
      what: 'return to the board',
      run: () => onPhone(boothPhone, '/vendor', BOARD),
      floor: warmFloor,
    },
    {
      what: 'card in a new browser with a session',
      run: () => inNewPhone(game.url, signedIn('piksel', '/player'), CARD),
      floor: coldFloor,
    },
    {
      what: 'board in a new browser with a session',
      run: () => inNewPhone(game.url, signedIn('anacos', '/vendor'), BOARD),
      floor: coldFloor,
    },
  ]
  const [only] = process.argv.slice(2).filter((argument) => argument !== '--quick')
  const isQuick = process.argv.includes('--quick')
  const starts = all.filter(({ what }) => only === undefined || what.includes(only))
  const measured = starts.map(() => ({ own: [] as StartCost[], bare: [] as StartCost[] }))
  // Drop the first start of each kind, which fills the browser's own caches.
  for (let round = 0; round <= (isQuick ? 3 : ROUNDS); round++) {
    for (const [index, start] of starts.entries()) {
      const [bareCost, own] = [await withOneRetry(start.floor), await withOneRetry(start.run)]
      if (round === 0) continue
      measured[index]?.bare.push(bareCost)
      measured[index]?.own.push(own)
    }
  }
  report(
    'page',
    starts.flatMap(({ what }, index) =>
      rowsOf(what, measured[index]?.own ?? [], measured[index]?.bare ?? []),
    ),
    { save: !isQuick },
  )
  for (const context of [playerPhone, boothPhone, floorPhone]) await context.close()
} finally {
  bare.stop()
  await browser.close()
  await game.stop()
  for (const phone of [player, booth, floor]) phone.discard()
}
