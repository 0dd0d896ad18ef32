import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { API_PATH } from '#contract/protocol'

const underWay = new WeakMap<BrowserContext, Set<Request>>()

/** Tracks from now on which calls of a phone have no response yet. */
export function followCalls(context: BrowserContext): void {
  const calls = new Set<Request>()
  underWay.set(context, calls)
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === API_PATH) calls.add(request)
  })
  context.on('requestfinished', (request) => calls.delete(request))
  context.on('requestfailed', (request) => calls.delete(request))
}

/** Waits until every call of a phone has its response, or has failed. */
export async function untilAnswered(page: Page): Promise<void> {
  await expect.poll(() => underWay.get(page.context())?.size ?? 0, 'calls without a response').toBe(0)
}

/**
 * Advances the clock of a page with `page.clock` installed (ms). Waits first until every call has its response, because
 * calls in flight would time out at once.
 */
export async function passTime(page: Page, ms: number): Promise<void> {
  await untilAnswered(page)
  await page.clock.fastForward(ms)
}
