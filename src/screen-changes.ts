import { titleTexts } from '#i18n/titles'
import { PRODUCT_NAME } from './product'
import type { createAppRouter } from './router'
import { focusScreenHeading } from './ui/focus-heading'

const LAYER_OPEN = '[role="dialog"], [role="alertdialog"]'

/**
 * Tells of every screen what a browser tells of a page: its title, and for keyboard and screen reader that it begins anew.
 * Screens that change without leaving their address, and those one has only just opened, keep the focus where it is.
 */
export function followScreens(router: ReturnType<typeof createAppRouter>): void {
  const titleAsItCame = document.title
  let stopWaiting = () => {}
  function name(): void {
    const screen = router.state.matches.findLast(({ staticData }) => staticData.title !== undefined)?.staticData.title
    document.title = screen === undefined ? titleAsItCame : titleTexts.screen(screen, PRODUCT_NAME)
  }
  name()
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    name()
    if (fromLocation === undefined || fromLocation.pathname === toLocation.pathname) return
    stopWaiting()
    if (document.querySelector(LAYER_OPEN) === null) stopWaiting = focusScreenHeading()
  })
}
