import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import { API_PATH } from '#contract/protocol'

const underWay = new WeakMap<BrowserContext, Set<Request>>()

/** Knows from now on which calls of a phone have no answer yet. */
export function followCalls(context: BrowserContext): void {
  const calls = new Set<Request>()
  underWay.set(context, calls)
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === API_PATH) calls.add(request)
  })
  context.on('requestfinished', (request) => calls.delete(request))
  context.on('requestfailed', (request) => calls.delete(request))
}

/**
 * Lets time (ms) pass at once on a page with `page.clock` installed. Not before every call has its answer, because the
 * patience with those that have none would run out in the same moment.
 */
export async function passTime(page: Page, ms: number): Promise<void> {
  await expect.poll(() => underWay.get(page.context())?.size ?? 0, 'calls without an answer').toBe(0)
  await page.clock.fastForward(ms)
}
