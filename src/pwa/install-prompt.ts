import { createObservable } from '#lib/observable'

/** Fired by Chromium once the app can be installed. Other browsers lack it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}
declare global {
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

/** True if the browser's install prompt is available. */
export function canPromptInstall(): boolean {
  return held.get() !== null
}

/** Opens the browser's install prompt. Must be called from a user gesture; each prompt works once. */
export function promptInstall(): void {
  void held.get()?.prompt()
  held.set(null)
}

export const onInstallPrompt = held.subscribe
