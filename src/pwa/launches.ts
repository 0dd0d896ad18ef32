declare global {
  interface Window {
    /** Where browsers that know the manifest's launch_handler say what the installed app was started for. */
    readonly launchQueue?: { setConsumer(consumer: (launch: { readonly targetURL?: string | null }) => void): void }
  }
}

const START = '/'

/**
 * Goes where the installed app is started for while it is open already, by a shortcut or a link, within the page: nothing is
 * loaded anew, so that what a vendor was doing and what the page knows of the time of a tap stay. The plain start changes nothing.
 */
export function followLaunches(go: (place: string) => void): void {
  // The launch that opened this page is told too.
  let opened = performance.getEntriesByType('navigation')[0]?.name
  window.launchQueue?.setConsumer(({ targetURL }) => {
    const openedBy = opened
    opened = undefined
    if (targetURL == null || targetURL === openedBy) return
    const { origin, pathname, search } = new URL(targetURL)
    if (origin === window.location.origin && pathname + search !== START) go(pathname + search)
  })
}
