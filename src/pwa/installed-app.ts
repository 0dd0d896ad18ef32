import { plainPath } from '#contract/address'
import { createObservable, type Observable } from '#lib/observable'

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
/** The browser's own prompt, which `promptInstall` opens; null if there is none. */
export const heldPrompt: Observable<InstallPromptEvent | null> = held

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

/** How the app is installed from this browser: by its install prompt, or through its menus. */
export type InstallWay = 'prompt' | 'iphone-safari' | 'iphone-other' | 'mac-safari' | 'firefox-android'

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
    if (origin !== window.location.origin || pathname + search === START) return
    const plain = plainPath(pathname)
    const isTouch = plain.startsWith('/s/') && search.includes('picc=')
    if (isTouch) window.touchInAddress = targetURL
    go(isTouch ? plain : plain + search)
  })
}
