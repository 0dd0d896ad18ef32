import type { QueryClient } from '@tanstack/react-query'
import { createRouter, defaultParseSearch, defaultStringifySearch } from '@tanstack/react-router'
import { titleTexts } from '#texts/titles'
import { routeTree } from './routes'
import type { Account } from './session/current-user'
import { isMainScreen } from './session/paths'
import { translateSearch } from './session/search-params'
import { focusScreenHeading } from './ui/focus'
import { LoadFailedScreen } from './ui/load-failed'
import { LogoLoader } from './ui/logo'
import { PRODUCT_NAME } from './ui/product'

export function createAppRouter(queryClient: QueryClient, account: Account) {
  return createRouter({
    routeTree,
    parseSearch: (text) => translateSearch(defaultParseSearch(text)),
    stringifySearch: (search) => defaultStringifySearch(translateSearch(search)),
    context: { queryClient, account, accountReady: account.ready },
    defaultPendingComponent: LogoLoader,
    defaultPendingMs: 200,
    defaultErrorComponent: LoadFailedScreen,
    // Hovering over or touching a link preloads its screen's code and nothing else: guards check
    // `preload`, and calls that change something (a scan, a sign-in) are made only by a rendered
    // screen.
    defaultPreload: 'intent',
    scrollRestoration: true,
    // Main screens keep their scroll position on every return; other screens only on 'back'.
    getScrollRestorationKey: ({ pathname, state }) =>
      isMainScreen(pathname) ? pathname : (state.__TSR_key ?? pathname),
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>
  }
  interface StaticDataRouteOption {
    /** The screen's name in the document title. */
    title?: string
  }
}

/**
 * Sets the document title after each navigation and moves focus to the new screen's heading, as a
 * page load would do for keyboards and screen readers. Focus stays where it is on the first screen,
 * and when only the query changes.
 */
export function announceRoutes(router: ReturnType<typeof createAppRouter>): void {
  const initialTitle = document.title
  let stopWaiting = () => {}
  function setTitle(): void {
    const screen = router.state.matches.findLast(({ staticData }) => staticData.title !== undefined)
      ?.staticData.title
    document.title = screen === undefined ? initialTitle : titleTexts.screen(screen, PRODUCT_NAME)
  }
  setTitle()
  router.subscribe('onRendered', ({ fromLocation, toLocation }) => {
    setTitle()
    if (fromLocation === undefined || fromLocation.pathname === toLocation.pathname) return
    stopWaiting()
    // A screen opened for typing has already focused its field.
    if (document.activeElement instanceof HTMLInputElement) return
    if (document.querySelector('dialog') === null) stopWaiting = focusScreenHeading()
  })
}
