/** True when no element has the focus. */
export function isFocusNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Moves the focus to an element, made focusable if necessary, without scrolling. */
export function focusFrom(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

export function screenHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1')
}

/**
 * Focuses the screen's heading. If it isn't rendered yet, waits for it and focuses it unless something else has the focus
 * by then. Returns a function that cancels the wait.
 */
export function focusScreenHeading(): () => void {
  const heading = screenHeading()
  if (heading !== null) {
    focusFrom(heading)
    return () => {}
  }
  const wait = new MutationObserver(() => {
    const come = screenHeading()
    if (come === null) return
    wait.disconnect()
    if (isFocusNowhere()) focusFrom(come)
  })
  wait.observe(document.body, { childList: true, subtree: true })
  return () => wait.disconnect()
}
