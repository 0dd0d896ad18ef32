import { plainPath } from '#contract/address'

declare global {
  interface Window {
    /** Receives the URL that the installed app was launched with, in browsers that support the manifest's launch_handler. */
    readonly launchQueue?: { setConsumer(consumer: (launch: { readonly targetURL?: string | null }) => void): void }
  }
}

const START = '/'

/**
 * Navigates within the open page when the installed app is launched again by a shortcut or a link. The page is not reloaded,
 * so a vendor's input and the clocks of taps are kept. A launch of the start page does nothing.
 */
export function followLaunches(go: (path: string) => void): void {
  // The launch that opened this page is reported too, and must be skipped.
  let opened = performance.getEntriesByType('navigation')[0]?.name
  window.launchQueue?.setConsumer(({ targetURL }) => {
    const openedBy = opened
    opened = undefined
    if (targetURL == null || targetURL === openedBy) return
    const { origin, pathname, search } = new URL(targetURL)
    if (origin === window.location.origin && pathname + search !== START) go(plainPath(pathname) + search)
  })
}
