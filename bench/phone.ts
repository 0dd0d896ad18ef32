import { mkdtempSync, rmSync } from 'node:fs'
import { createServer as createSite, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, devices, type Page } from '@playwright/test'
import { BROWSER_FLAGS } from '../scripts/browser-flags'
import { ensureBuild } from '../scripts/current-build'
import { findBrowser } from '../scripts/find-browser'
import { listenOnFreePort } from '../scripts/free-port'
import { type GameProcess, startGameProcess } from '../tests/e2e/support/game-process'
import { createPeople } from '../tests/e2e/support/people'
import { type Row, report } from './report/row'

// The benches of the page share these: the app, a phone with its browser, and the floors' sites.

/** Starts the built app with the journeys' event. */
export async function startGame(
  label: string,
  options: Parameters<typeof startGameProcess>[1] = {},
): Promise<GameProcess> {
  return await startGameProcess(`bench-${label}`, { build: ensureBuild(), ...options })
}

export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser(), args: [...BROWSER_FLAGS] })

/** A phone that stores its data on disk like a real one; a test's browser context keeps it in memory. */
export interface Phone {
  /** Restarts the browser with its stored data. Only one may run at a time. */
  start(...args: string[]): Promise<BrowserContext>
  /** Deletes all data. */
  discard(): void
}

export function createPhone(baseURL: string): Phone {
  const directory = mkdtempSync(join(tmpdir(), 'geekquest-phone-'))
  return {
    start: (...args) =>
      chromium.launchPersistentContext(directory, {
        ...devices['Pixel 7'],
        locale: 'hr-HR',
        baseURL,
        executablePath: findBrowser(),
        args: [...BROWSER_FLAGS, ...args],
      }),
    discard: () => rmSync(directory, { recursive: true, force: true }),
  }
}

export interface OnPhone {
  readonly game: GameProcess
  readonly people: ReturnType<typeof createPeople>
  /** The phone's browser. */
  readonly context: BrowserContext
}

/** Measures the app on one phone and reports the rows. */
export async function reportOnPhone(
  name: string,
  measure: (on: OnPhone) => Promise<Row[]>,
): Promise<void> {
  const game = await startGame(name)
  const phone = createPhone(game.url)
  try {
    const context = await phone.start()
    const rows = await measure({ game, people: createPeople(game), context })
    await context.close()
    report('page', rows)
  } finally {
    await game.stop()
    phone.discard()
  }
}

/** Opens a page whose processor is slowed down by this factor. */
export async function openSlowPage(context: BrowserContext, times: number): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
  return page
}

/** Waits until nothing has blocked the page for half a second, so that loading is finished. */
export async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(
    ([quietMs, stepMs]) =>
      new Promise<void>((resolve) => {
        let [quietSince, last] = [performance.now(), performance.now()]
        const timer = setInterval(() => {
          const now = performance.now()
          if (now - last > 3 * stepMs) quietSince = now
          last = now
          if (now - quietSince < quietMs) return
          clearInterval(timer)
          resolve()
        }, stepMs)
      }),
    [500, 20] as const,
  )
}

/**
 * Starts a small site: the hand-written page with which the app is compared (its floor), or another
 * host of the network.
 */
export async function startSite(
  answer: RequestListener,
): Promise<{ readonly url: string; stop(): void }> {
  const server = createSite(answer)
  const url = `http://127.0.0.1:${await listenOnFreePort(server)}`
  return {
    url,
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}
