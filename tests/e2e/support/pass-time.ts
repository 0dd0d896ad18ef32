import { type BrowserContext, expect, type Page, type Request } from '@playwright/test'
import type { CallName } from '#contract/calls'
import { API_PATH } from '#contract/protocol'
import { isCall } from './answers'

interface FollowedCall {
  readonly request: Request
  hasEnded: boolean
}

const followed = new WeakMap<BrowserContext, FollowedCall[]>()

/** Tracks from now on which calls of a phone still wait for their response. */
export function followCalls(context: BrowserContext): void {
  const calls: FollowedCall[] = []
  followed.set(context, calls)
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === API_PATH) calls.push({ request, hasEnded: false })
  })
  const end = (ended: Request) => {
    for (const call of calls) if (call.request === ended) call.hasEnded = true
  }
  context.on('requestfinished', end)
  context.on('requestfailed', end)
}

const callsOf = (page: Page): readonly FollowedCall[] => followed.get(page.context()) ?? []

/** Waits until every call of a phone has its response, or has failed. */
export async function untilAnswered(page: Page): Promise<void> {
  await expect
    .poll(
      () => callsOf(page).filter(({ hasEnded }) => !hasEnded).length,
      'calls without a response',
    )
    .toBe(0)
}

/**
 * Waits until every call of a phone has ended and none of its tabs drains the outbox, so that no
 * call follows by itself.
 */
export async function untilAtRest(page: Page): Promise<void> {
  await expect(async () => {
    await untilAnswered(page)
    const { held = [] } = await page.evaluate(() => navigator.locks.query())
    expect(held.map(({ name }) => name)).not.toContain('geek-outbox-drain')
  }).toPass()
}

/**
 * Advances the clock of all pages of a phone with `page.clock` installed (ms). Waits first until
 * they are at rest: calls in flight would time out at once, and the app would call busy storage
 * broken.
 */
export async function passTime(page: Page, ms: number): Promise<void> {
  await untilAtRest(page)
  await page.clock.fastForward(ms)
}

/** Stops the clock of a page with `page.clock` installed. */
export async function stopTime(page: Page): Promise<void> {
  // Playwright can stop a clock only at a future time. On a busy machine that time may have passed
  // when the command arrives, so retry.
  await expect(async () => await page.clock.pauseAt(Date.now() + 1_000)).toPass()
}

/**
 * Advances an installed `page.clock` to the next reading, which pages make every 15 s. Resolves
 * when a reading that began from now on has ended: the server may have handled an earlier one
 * before the test's change.
 */
export async function nextRefresh(page: Page, call: CallName = 'currentUser'): Promise<void> {
  const isNew = ({ request, hasEnded }: FollowedCall) =>
    hasEnded &&
    isCall(call)(new URL(request.url())) &&
    request.serviceWorker() === null &&
    request.frame().page() === page
  const before = callsOf(page).length
  await expect(async () => {
    await passTime(page, 16_000)
    await expect.poll(() => callsOf(page).slice(before).some(isNew), { timeout: 5_000 }).toBe(true)
  }).toPass()
}
