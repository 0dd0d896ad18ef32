import { focusHeading, focusScreenHeading, isFocusNowhere } from './focus-heading'

/** What lies over the page, and gives the focus back when it is closed. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"]'
/** Parts of a screen that have a heading of their own. */
const AREAS = `section, ${LAYERS}, main`

/** An element and all it stands in, innermost first. */
function pathOf(element: Element): readonly Element[] {
  const path: Element[] = []
  for (let at: Element | null = element; at !== null; at = at.parentElement) path.push(at)
  return path
}

/** The heading of the smallest part of the screen that is left of a path, the screen as a whole excepted. */
function headingNear(path: readonly Element[]): HTMLElement | null {
  const left = path.find((element) => element.isConnected)
  const area = left?.closest(AREAS)
  return area?.querySelector<HTMLElement>('h1, h2, h3') ?? null
}

/**
 * What has the focus may go with what was done with it: a request that was answered, a form that was sent. A browser then
 * starts again at the page's top. From now on it goes on from the nearest heading that is left instead.
 */
export function keepLostFocus(): void {
  let latest: readonly Element[] = []
  let onPage: readonly Element[] = []
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof Element)) return
    latest = pathOf(target)
    if (target.closest(LAYERS) === null) onPage = latest
  })
  const watch = new MutationObserver(() => {
    const [last] = latest
    if (last === undefined || last.isConnected || !isFocusNowhere()) return
    const heading = headingNear(latest) ?? headingNear(onPage)
    latest = []
    if (heading === null) focusScreenHeading()
    else focusHeading(heading)
  })
  watch.observe(document.body, { childList: true, subtree: true })
}
