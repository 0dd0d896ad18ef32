/** Whether nothing on the page has the focus. */
export function isFocusNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/** Goes on with keyboard and screen reader from an element, a heading too. Nothing scrolls. */
export function focusFrom(element: HTMLElement): void {
  if (element.tabIndex < 0) element.tabIndex = -1
  element.focus({ preventScroll: true })
}

export function screenHeading(): HTMLElement | null {
  return document.querySelector<HTMLElement>('main h1')
}

/**
 * Goes on from the screen's heading, as soon as there is one, unless the person has gone on by then. Answers how to stop
 * waiting for it.
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
