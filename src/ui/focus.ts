/** True when no element has the focus. */
function isFocusNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Moves the focus to an element, made focusable if necessary, without scrolling. */
function focusOn(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

function screenHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1')
}

/**
 * Focuses the screen's heading. If it isn't rendered yet, waits for it and focuses it unless
 * something else has the focus by then. Returns a function that cancels the wait.
 */
export function focusScreenHeading(): () => void {
  const heading = screenHeading()
  if (heading !== null) {
    focusOn(heading)
    return () => {}
  }
  const wait = new MutationObserver(() => {
    const added = screenHeading()
    if (added === null) return
    wait.disconnect()
    if (isFocusNowhere()) focusOn(added)
  })
  wait.observe(document.body, { childList: true, subtree: true })
  return () => wait.disconnect()
}

/**
 * Content that closes or disappears; the focus then returns to the last focused element outside it.
 */
const NOT_THE_PAGE = 'dialog, [data-toasts]'
/** Parts of a screen that have their own heading. */
const AREAS = 'section, dialog, main'

/** An element and its ancestors, innermost first. */
function pathOf(element: HTMLElement): readonly HTMLElement[] {
  const path: HTMLElement[] = []
  for (let at: HTMLElement | null = element; at !== null; at = at.parentElement) path.push(at)
  return path
}

/**
 * The heading of the smallest area around the first element of `path` that is still connected; null
 * if there is none.
 */
function headingNear(path: readonly Element[]): HTMLElement | null {
  const remaining = path.find((element) => element.isConnected)
  const area = remaining?.closest(AREAS)
  return area?.querySelector<HTMLElement>('h1, h2, h3') ?? null
}

/**
 * Restores the keyboard's position when the focused element is removed, such as an answered request
 * or a submitted form: moves the focus to the nearest remaining heading, because browsers would
 * restart at the top of the page.
 */
export function restoreLostFocus(): void {
  let latest: readonly HTMLElement[] = []
  let onPage: readonly HTMLElement[] = []
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    latest = pathOf(target)
    if (target.closest(NOT_THE_PAGE) === null) onPage = latest
  })
  const watch = new MutationObserver(() => {
    const [last] = latest
    if (last === undefined || last.isConnected || !isFocusNowhere()) return
    const [below] = onPage
    // When a dialog that was opened from another dialog closes, the element that opened it may be
    // gone with the first dialog; then return to the last focused element of the page.
    const next = headingNear(latest) ?? (below?.isConnected === true ? below : headingNear(onPage))
    latest = []
    if (next === null) {
      focusScreenHeading()
      return
    }
    focusOn(next)
    // Scroll only for keyboard users: for touch, the page must not move under the thumb.
    if (next.matches(':focus-visible')) next.scrollIntoView({ block: 'nearest' })
  })
  watch.observe(document.body, { childList: true, subtree: true })
}
