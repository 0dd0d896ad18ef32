import type { Page } from '@playwright/test'

/** One live-region announcement, as a screen reader gets it. */
export interface Announcement {
  readonly manner: 'polite' | 'assertive'
  readonly text: string
}

/** Records the page's live-region announcements from now on. Returns a function that reads them all. */
export async function listen(page: Page): Promise<() => Promise<readonly Announcement[]>> {
  const announced = await page.evaluateHandle(() => {
    const LIVE = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]'
    const announced: { manner: 'polite' | 'assertive'; text: string }[] = []
    const latest = new Map<Element, string>()
    for (const region of document.querySelectorAll(LIVE)) latest.set(region, region.textContent)
    /** True behind an open dialog, where a screen reader reads out nothing. */
    const isInert = (region: Element) =>
      region.closest('dialog') !== ([...document.querySelectorAll('dialog:modal')].at(-1) ?? null)
    function check(region: Element): void {
      const text = region.textContent.trim()
      if (latest.get(region) === text || isInert(region) || region.matches('[aria-live="off"]'))
        return
      latest.set(region, text)
      const assertive = region.matches('[role="alert"], [aria-live="assertive"]')
      if (text !== '') announced.push({ manner: assertive ? 'assertive' : 'polite', text })
    }
    new MutationObserver(() => document.querySelectorAll(LIVE).forEach(check)).observe(
      document.body,
      {
        subtree: true,
        childList: true,
        characterData: true,
      },
    )
    return announced
  })
  return async () => await announced.jsonValue()
}
