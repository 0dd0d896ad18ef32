import type { BrowserContext, Page } from '@playwright/test'

declare global {
  interface Window {
    /** Runs the held timers of at most this length (ms). */
    letTimersGo(most: number): void
  }
}

/** Timers that fire when a test releases them, not when their time is up. */
export interface HeldTimers {
  /** Fires the held timers of at most this length (ms). */
  letGo(page: Page, most?: number): Promise<void>
}

/**
 * In pages opened from now on, holds each timer whose length (ms) is between `from` and `to`, until
 * the test lets it fire. Other timers fire as usual. Call it after a clock is installed.
 */
export async function holdTimers(
  on: BrowserContext | Page,
  from: number,
  to = Number.POSITIVE_INFINITY,
): Promise<HeldTimers> {
  await on.addInitScript(
    ([least, most]) => {
      const held = new Map<number, { readonly ms: number; readonly act: () => void }>()
      // Start above the ids of the browser's own timers.
      let next = 1_000_000_000
      const { setTimeout, setInterval, clearTimeout, clearInterval } = window
      const holding =
        (begin: (handler: TimerHandler, ms?: number, ...args: unknown[]) => number) =>
        (handler: TimerHandler, ms = 0, ...args: unknown[]): number => {
          if (ms < least || ms > most || typeof handler !== 'function')
            return begin(handler, ms, ...args)
          next += 1
          held.set(next, { ms, act: () => handler(...args) })
          return next
        }
      const ending = (end: (id?: number) => void) => (id?: number) => {
        if (id === undefined || !held.delete(id)) end(id)
      }
      Object.assign(window, {
        setTimeout: holding(setTimeout.bind(window)),
        setInterval: holding(setInterval.bind(window)),
        clearTimeout: ending(clearTimeout.bind(window)),
        clearInterval: ending(clearInterval.bind(window)),
        letTimersGo(upTo: number) {
          for (const [id, { ms, act }] of [...held]) {
            if (ms > upTo || !held.delete(id)) continue
            act()
          }
        },
      })
    },
    [from, Math.min(to, Number.MAX_SAFE_INTEGER)] as const,
  )
  return {
    letGo: (page, most = to) =>
      page.evaluate((ms) => window.letTimersGo(ms), Math.min(most, Number.MAX_SAFE_INTEGER)),
  }
}
