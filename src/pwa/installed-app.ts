import type { InstallSteps } from '#lib/install-steps'
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

/**
 * Suppresses the browser's own install prompt and holds it for `promptInstall`. Call at startup,
 * before the event fires.
 */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    held.set(event)
  })
  window.addEventListener('appinstalled', () => held.set(null))
}

/**
 * Opens the browser's install prompt. Must be called from a user gesture; each prompt works once.
 */
export function promptInstall(): void {
  void held.get()?.prompt()
  held.set(null)
}

/** How the app is installed from this browser: by its install prompt, or by steps in its menus. */
export type InstallWay = 'prompt' | InstallSteps
