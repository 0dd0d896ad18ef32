import { expect, type Page } from '@playwright/test'
import { createPeople } from '../tests/e2e/support/people'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../tests/e2e/support/worker'
import { createPhone, type Phone, startGame, startSite } from './phone'
import { median, report, withSpread } from './report/row'

// Measures an offline start: the time until the installed app shows the card, against the first
// paint of an empty cached page.

const RUNS = 7
const BUDGET = 1.25

const EMPTY_PAGE =
  '<!doctype html><meta name="viewport" content="width=device-width"><title>empty</title><p>.</p>'
const REGISTERING_PAGE = `${EMPTY_PAGE}<script>navigator.serviceWorker.register('/sw.js')</script>`
/** The smallest worker that serves a cached page. */
const TINY_WORKER = `
  addEventListener('install', (event) => event.waitUntil(caches.open('page').then((cache) => cache.add('/cached'))))
  addEventListener('activate', (event) => event.waitUntil(clients.claim()))
  addEventListener('fetch', (event) => event.request.mode === 'navigate' && event.respondWith(caches.match('/cached')))`

const startEmptySite = () =>
  startSite(({ url }, response) => {
    const isWorker = url === '/sw.js'
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html; charset=utf-8')
    response.end(isWorker ? TINY_WORKER : url === '/cached' ? EMPTY_PAGE : REGISTERING_PAGE)
  })

async function firstContentfulPaint(page: Page): Promise<number> {
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => {
          const paint = list.getEntriesByName('first-contentful-paint')[0]
          if (paint !== undefined) resolve(paint.startTime)
        }).observe({ type: 'paint', buffered: true })
      }),
  )
}

/**
 * Script that records when the first frame with a visible QR code is about to be painted. Written
 * as text, because tsx rewrites named functions.
 */
const WATCH_FOR_CODE = `requestAnimationFrame(function watch() {
  if (document.querySelector('main img[alt]')?.checkVisibility()) window.codeAt = performance.now()
  else requestAnimationFrame(watch)
})`

/** Returns when the team's code was on the screen: at the first paint, or in a later frame. */
async function codePaint(page: Page): Promise<number> {
  const codeAt = await (
    await page.waitForFunction(() => (window as unknown as { codeAt?: number }).codeAt)
  ).jsonValue()
  return Math.max(codeAt ?? Number.NaN, await firstContentfulPaint(page))
}

/**
 * Starts a closed browser, and with it the worker, at an address. Returns how long that took (ms).
 */
async function timeStart(phone: Phone, address: string, hasCode: boolean): Promise<number> {
  const context = await phone.start()
  const page = context.pages()[0] ?? (await context.newPage())
  if (hasCode) await page.addInitScript(WATCH_FOR_CODE)
  await page.goto(address)
  const took = hasCode ? await codePaint(page) : await firstContentfulPaint(page)
  await context.close()
  return took
}

/** Waits until the card is stored for the next start, some seconds after the app has shown it. */
async function waitUntilCardIsKept(page: Page): Promise<void> {
  await expect
    .poll(
      () => page.evaluate(async () => (await caches.match('/geek-kept-screen')) !== undefined),
      { timeout: 30_000 },
    )
    .toBe(true)
}

const game = await startGame('start', { large: true })
const empty = await startEmptySite()
const phone = createPhone(game.url)
try {
  const context = await phone.start()
  const page = await context.newPage()
  await page.goto(empty.url)
  await waitUntilAppIsCached(page)
  await createPeople(game).signIn(page, 'piksel')
  await page.goto('/player')
  await waitUntilAppIsCached(page)
  await page.reload()
  await waitUntilDataIsStored(page, /Plavi Vukovi/)
  await waitUntilCardIsKept(page)
  await context.close()
  await game.halt()
  empty.stop()

  const [floor, card]: [number[], number[]] = [[], []]
  // Interleave the starts, so that a disturbance of the machine affects both.
  for (let run = 0; run <= RUNS; run++) {
    floor.push(await timeStart(phone, `${empty.url}/`, false))
    card.push(await timeStart(phone, `${game.url}/player`, true))
  }
  // Drop the first start of each page, which fills the browser's own caches.
  const [floorTimes, times] = [floor.slice(1), card.slice(1)]
  const ratio = median(times) / median(floorTimes)
  report('page', [
    {
      what: 'a player opens the card without a network: until the QR code is on the screen',
      measured: withSpread(times, ' ms'),
      floor: `an empty cached page ${withSpread(floorTimes, ' ms')}`,
      ratio: ratio.toFixed(2),
      goal: `at most ${BUDGET}`,
      verdict: ratio <= BUDGET ? 'met' : 'missed',
    },
  ])
} finally {
  empty.stop()
  await game.stop()
  phone.discard()
}
