/** What says something that will not be true at the next start, and what only decorates. */
const PASSING =
  '[role="status"], [role="alert"], [data-offline-bar], [data-passing], [aria-hidden][class*="animate-"], canvas, video, script, style'

/** Whether an element, or one that it lies in, stays in its place while the page is scrolled. */
function isHeldInPlace(element: Element): boolean {
  return /^(fixed|sticky)$/.test(getComputedStyle(element).position)
}

/** Removes from `copy` what lies below the first view of `original`: it would only hold the first paint up. */
function dropBelow(limit: number, original: Element, copy: Element, scrolled: number): void {
  const children = [...copy.children]
  for (const [index, child] of [...original.children].entries()) {
    const counterpart = children[index]
    if (counterpart === undefined) continue
    const offset = scrolled > 0 && isHeldInPlace(child) ? 0 : scrolled
    if (child.getBoundingClientRect().top + offset > limit) counterpart.remove()
    else dropBelow(limit, child, counterpart, offset)
  }
}

/** The HTML of a screen's first view as it stands, for a start before any script has run. */
export function copyFirstView(root: HTMLElement): string {
  const copy = root.cloneNode(true)
  if (!(copy instanceof HTMLElement)) return ''
  dropBelow(window.innerHeight, root, copy, window.scrollY)
  for (const passing of copy.querySelectorAll(PASSING)) passing.remove()
  return copy.innerHTML
}
