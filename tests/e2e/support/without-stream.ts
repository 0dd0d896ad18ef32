import type { BrowserContext } from '@playwright/test'

/**
 * Cuts the live stream of pages that are opened from now on: they ask every 15 s instead. For journeys that wait until the
 * network is idle, or that change what readings answer.
 */
export async function withoutStream(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { fetch } = window
    window.fetch = (input, init) =>
      typeof input === 'string' && input.startsWith('/api/live') ? Promise.reject(new TypeError('no stream')) : fetch(input, init)
  })
}
