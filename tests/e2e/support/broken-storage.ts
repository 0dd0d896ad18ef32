import type { BrowserContext, Page } from '@playwright/test'

/** How opening a database fails: it never settles, throws, or succeeds only after `lateMs` (ms). */
export type Breakage = 'hangs' | 'throws' | { readonly lateMs: number }

const FLAG = 'test-breakage:'

/** Prepares a phone whose databases can be broken. Call it before the first page is opened. */
export async function letStorageBreak(context: BrowserContext): Promise<void> {
  await context.addInitScript((flag) => {
    const open = IDBFactory.prototype.open
    function openBroken(
      this: IDBFactory,
      ...asked: Parameters<IDBFactory['open']>
    ): IDBOpenDBRequest {
      const how = localStorage.getItem(flag + asked[0])
      if (how === null) return open.apply(this, asked)
      if (how === 'throws')
        throw new DOMException('Connection to Indexed Database server lost', 'UnknownError')
      // This request fires nothing by itself; if `how` is a delay, the real request's events are
      // passed on to it.
      const held = new EventTarget() as IDBOpenDBRequest
      if (how !== 'hangs') {
        setTimeout(() => {
          const request = open.apply(this, asked)
          const pass = (event: Event) => {
            Object.defineProperty(held, 'result', { value: request.result, configurable: true })
            const handler = event.type === 'success' ? held.onsuccess : held.onupgradeneeded
            handler?.call(request, event as IDBVersionChangeEvent)
          }
          request.onsuccess = pass
          request.onupgradeneeded = pass
        }, Number(how))
      }
      return held
    }
    IDBFactory.prototype.open = openBroken
  }, FLAG)
}

/** Breaks a database from its next opening on; null repairs it. */
export async function breakStorage(
  page: Page,
  database: string,
  how: Breakage | null,
): Promise<void> {
  await page.evaluate(
    ([key, value]) =>
      value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value),
    [
      FLAG + database,
      how === null ? null : typeof how === 'string' ? how : String(how.lateMs),
    ] as const,
  )
}
