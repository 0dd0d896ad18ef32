import { type BrowserContext, expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    /** The toasts that the page has shown and no test has asked for yet, oldest first. */
    toasts: string[]
  }
}

/** Records the toasts of pages opened from now on, because on a busy machine one may be gone before a test looks. */
export async function noteToasts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.toasts = []
    const noted = new WeakMap<Element, string>()
    new MutationObserver(() => {
      for (const toast of document.querySelectorAll(
        '[data-toasts] :is([data-sonner-toast], [role=status] > p)',
      )) {
        const text = toast.textContent.replaceAll(/\s+/g, ' ').trim()
        if (text === '' || noted.get(toast) === text) continue
        noted.set(toast, text)
        window.toasts.push(text)
      }
    }).observe(document, { childList: true, subtree: true, characterData: true })
  })
}

/**
 * Expects that the page has shown a toast with this text, and removes it from the record, so that
 * each toast satisfies one call.
 */
export async function expectToast(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    const toasts = await page.evaluate(() => window.toasts)
    const at = toasts.findIndex((toast) =>
      typeof text === 'string' ? toast.includes(text) : text.test(toast),
    )
    expect(at === -1 ? toasts : [text]).toEqual([text])
    await page.evaluate((asked) => window.toasts.splice(asked, 1), at)
  }).toPass()
}
