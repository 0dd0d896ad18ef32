import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, devices, type Page } from '@playwright/test'
import { BROWSER_FLAGS } from '../scripts/browser-flags'
import { findBrowser } from '../scripts/find-browser'

/** A phone whose storage lies on the disk, as a person's does; that of a test's context lies in memory. */
export interface Phone {
  /** Starts the browser anew, with what it kept. Only one at a time. */
  start(...args: string[]): Promise<BrowserContext>
  /** Forgets everything. */
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

/** A page whose processor is slowed down so many times. */
export async function openSlowPage(context: BrowserContext, times: number): Promise<Page> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: times })
  return page
}

/** Waits until nothing has held the page up for half a second: what it does to open is over. */
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
