/** Whether nothing on the page has the focus. */
export function isFocusNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

/**
 * Goes on with keyboard and screen reader from a heading. Thumbs keep their place; whoever sees the focus is shown it, too.
 */
export function focusHeading(heading: HTMLElement): void {
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  if (heading.matches(':focus-visible')) heading.scrollIntoView({ block: 'nearest' })
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
    focusHeading(heading)
    return () => {}
  }
  const wait = new MutationObserver(() => {
    const come = screenHeading()
    if (come === null) return
    wait.disconnect()
    if (isFocusNowhere()) focusHeading(come)
  })
  wait.observe(document.body, { childList: true, subtree: true })
  return () => wait.disconnect()
}
