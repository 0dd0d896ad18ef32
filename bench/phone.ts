import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, devices, type Page } from '@playwright/test'
import { BROWSER_FLAGS } from '../scripts/browser-flags'
import { findBrowser } from '../scripts/find-browser'

/** A phone whose storage is on disk, as a real one's; that of a test's context is in memory. */
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

/** A page whose processor is throttled by this factor. */
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
