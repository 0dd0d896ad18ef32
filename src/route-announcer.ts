import { titleTexts } from '#texts/titles'
import { PRODUCT_NAME } from './product'
import type { createAppRouter } from './router'
import { focusScreenHeading } from './ui/focus-heading'

/**
 * Sets the document title after each navigation and moves focus to the new screen's heading, as a page load would do for
 * keyboards and screen readers. Focus stays where it is on the first screen, and when only the query changes.
 */
export function announceRoutes(router: ReturnType<typeof createAppRouter>): void {
  const initialTitle = document.title
  let stopWaiting = () => {}
  function name(): void {
    const screen = router.state.matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title
    document.title = screen === undefined ? initialTitle : titleTexts.screen(screen, PRODUCT_NAME)
  }
  name()
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    name()
    if (fromLocation === undefined || fromLocation.pathname === toLocation.pathname) return
    stopWaiting()
    // A screen that was opened to type in has put the cursor there.
    if (document.activeElement instanceof HTMLInputElement) return
    if (document.querySelector('dialog') === null) stopWaiting = focusScreenHeading()
  })
}
