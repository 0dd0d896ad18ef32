import { focusFrom, focusScreenHeading, isFocusNowhere } from './focus-heading'

/** What lies over the page, and gives the focus back when it is closed. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"]'
/** Parts of a screen that have a heading of their own. */
const AREAS = `section, ${LAYERS}, main`

/** An element and all it stands in, innermost first. */
function pathOf(element: HTMLElement): readonly HTMLElement[] {
  const path: HTMLElement[] = []
  for (let at: HTMLElement | null = element; at !== null; at = at.parentElement) path.push(at)
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
  let latest: readonly HTMLElement[] = []
  let onPage: readonly HTMLElement[] = []
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement)) return
    latest = pathOf(target)
    if (target.closest(LAYERS) === null) onPage = latest
  })
  const watch = new MutationObserver(() => {
    const [last] = latest
    if (last === undefined || last.isConnected || !isFocusNowhere()) return
    const [below] = onPage
    // A layer that was opened from another has nothing left of that to give the focus back to.
    const next = headingNear(latest) ?? (below?.isConnected === true ? below : headingNear(onPage))
    latest = []
    if (next === null) {
      focusScreenHeading()
      return
    }
    focusFrom(next)
    // A thumb keeps its place; whoever sees the focus is shown it.
    if (next.matches(':focus-visible')) next.scrollIntoView({ block: 'nearest' })
  })
  watch.observe(document.body, { childList: true, subtree: true })
}
