import { plainPath } from '#contract/address'
import { createObservable } from '#lib/observable'

/** Fired by Chromium once the app can be installed. Other browsers lack it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}
declare global {
  interface Navigator {
    /** Only on iPhone and iPad: true in the app opened from the home screen. */
    readonly standalone?: boolean
  }
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent
  }
}

const held = createObservable<InstallPromptEvent | null>(null)

/** Suppresses the browser's own install prompt and keeps it for `promptInstall`. Call at startup, before the event fires. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    held.set(event)
  })
  window.addEventListener('appinstalled', () => held.set(null))
}

/** Opens the browser's install prompt. Must be called from a user gesture; each prompt works once. */
export function promptInstall(): void {
  void held.get()?.prompt()
  held.set(null)
}

export const onInstallPrompt = held.subscribe

/** How the app is installed from this browser: by its install prompt, or through its menus. */
export type InstallWay = 'prompt' | 'iphone-safari' | 'iphone-other' | 'mac-safari' | 'firefox-android'

const OWN_WINDOW = '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: window-controls-overlay)'

function isInstalledApp(): boolean {
  return navigator.standalone === true || window.matchMedia(OWN_WINDOW).matches
}

/**
 * The way to install in this browser; null if there is none, or none yet. Detects features where possible. Firefox, and the
 * menus of iPhone browsers, can be told only by the user agent.
 */
export function installWay(): InstallWay | null {
  if (isInstalledApp()) return null
  if (held.get() !== null) return 'prompt'
  const { userAgent } = navigator
  // WebKit on a touch screen in any browser, including an iPad whose user agent says Mac.
  if ('standalone' in navigator && navigator.maxTouchPoints > 0) {
    return /CriOS|FxiOS|EdgiOS|OPT\/|DuckDuckGo/.test(userAgent) ? 'iphone-other' : 'iphone-safari'
  }
  // Safari 17 was the first with 'Add to Dock', and the first with this CSS value.
  if ('GestureEvent' in window && CSS.supports('font-size-adjust: cap-height 1')) return 'mac-safari'
  return /Android.*Firefox\//.test(userAgent) ? 'firefox-android' : null
}

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
