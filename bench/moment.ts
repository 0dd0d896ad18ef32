import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, devices, type Page } from '@playwright/test'
import { SESSION_COOKIE } from '#contract/protocol'
import { createMeter } from '#rehearsal/meter'
import { createPhones } from '#rehearsal/phone'
import { ensureBuild } from '../scripts/current-build'
import { waitUntilDataIsStored } from '../tests/e2e/support/worker'
import { openBrowser, untilIdle } from './phone'
import { median, quantile, report } from './report/row'
import { makePlan } from './server/bench'
import { openDatabases } from './server/databases'
import {
  LONG_COOLDOWN_TYPE,
  POINT_TYPES,
  playerToken,
  smallLedger,
  staffToken,
  teamId,
} from './server/event'
import { startProduct } from './server/product'

// Measures the time from a booth's tap until a team's phone that shows its QR code announces the
// points (`data-moment`), in a hall where all phones listen.

const STREAMS = 2_000
const BOOTHS = 10
const MOMENT_BUDGET_MS = 1_000

/**
 * Waits for the next tap on a page and returns its time (ms), on the clock that all pages of a
 * browser share. `momentOn` uses the same clock.
 */
const tapOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        document.addEventListener(
          'pointerup',
          ({ timeStamp }) => resolve(performance.timeOrigin + timeStamp),
          {
            capture: true,
            once: true,
          },
        )
      }),
  )
const momentOn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new MutationObserver((_changes, observer) => {
          if (document.querySelector('[data-moment]') === null) return
          observer.disconnect()
          requestAnimationFrame(() =>
            setTimeout(() => resolve(performance.timeOrigin + performance.now())),
          )
        }).observe(document.body, { subtree: true, childList: true })
      }),
  )

async function openPhone(browser: Browser, url: string, token: string): Promise<BrowserContext> {
  const context = await browser.newContext({ ...devices['Pixel 7'], locale: 'hr-HR', baseURL: url })
  await context.addCookies([{ name: SESSION_COOKIE, value: token, url }])
  return context
}

/**
 * Gives one team every point type of every booth, except the type with the long cooldown, and times
 * each award.
 */
async function timeMoments(browser: Browser, url: string): Promise<number[]> {
  const team = teamId(0)
  const card = await (await openPhone(browser, url, playerToken(0))).newPage()
  const stream = card.waitForResponse(/\/api\/live/)
  await card.goto('/player')
  await card.getByRole('button', { name: 'Pokaži QR kod' }).click()
  await stream
  await waitUntilDataIsStored(card, /teamPoints/)
  await untilIdle(card)
  const times: number[] = []
  for (let booth = 0; booth < BOOTHS; booth++) {
    const phone = await openPhone(browser, url, staffToken(booth))
    const page = await phone.newPage()
    await page.goto(`/qr/${team}`)
    for (const { label } of POINT_TYPES.filter((_, type) => type !== LONG_COOLDOWN_TYPE)) {
      const button = page
        .getByRole('button', { name: new RegExp(`^${label}`) })
        .and(page.locator(':enabled'))
      await button.waitFor()
      await untilIdle(page)
      const [tapped, shown] = [tapOn(page), momentOn(card)]
      await button.tap()
      times.push((await shown) - (await tapped))
      await card.locator('[data-moment]').waitFor({ state: 'detached' })
    }
    await phone.close()
  }
  // Drop the first time, because that award fills the browser's own caches.
  return times.slice(1)
}

const size = { teams: STREAMS / 4, booths: BOOTHS, players: STREAMS + 1 }
const directory = mkdtempSync(join(tmpdir(), 'geekquest-bench-moment-'))
const databases = await openDatabases('sqlite', size, () => undefined)
const database = await databases.copyWith(smallLedger(size))
const server = await startProduct(
  { plan: makePlan(false), build: ensureBuild(), databases, directory, progress: () => undefined },
  database.url,
)
const meter = createMeter()
const phones = createPhones([new URL(server.url)], meter)
const browser = await openBrowser()
try {
  for (let player = 1; player <= STREAMS; player++) phones.open(playerToken(player)).listen({})
  while (meter.streams.size < STREAMS) await new Promise((resolve) => setTimeout(resolve, 100))
  const times = await timeMoments(browser, server.url)
  if (meter.streams.size < STREAMS) throw new Error(`${STREAMS - meter.streams.size} streams ended`)
  const p95 = quantile(times, 0.95)
  report('page', [
    {
      what: `from a booth's tap to the points announced over the code on a team's phone, with ${STREAMS.toLocaleString('en')} open streams`,
      measured: `p50 ${median(times).toFixed(0)}, p95 ${p95.toFixed(0)}, longest ${Math.max(...times).toFixed(0)} ms of ${times.length}`,
      goal: `p95 at most ${MOMENT_BUDGET_MS.toLocaleString('en')} ms`,
      verdict: p95 <= MOMENT_BUDGET_MS ? 'met' : 'missed',
    },
  ])
} finally {
  await browser.close()
  phones.close()
  await server.stop()
  await databases.close()
  rmSync(directory, { recursive: true, force: true })
}
