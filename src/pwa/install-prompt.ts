/** Fired by Chromium once the app can be installed. Other browsers lack it. */
interface InstallPromptEvent extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>
}
declare global {
  interface WindowEventMap {
    beforeinstallprompt: InstallPromptEvent
  }
}

let held: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

function hold(event: InstallPromptEvent | null): void {
  held = event
  for (const listener of listeners) listener()
}

/** Suppresses the browser's own install prompt and keeps it for `promptInstall`. Call at startup, before the event fires. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    hold(event)
  })
  window.addEventListener('appinstalled', () => hold(null))
}

/** True if the browser's install prompt is available. */
export function canPromptInstall(): boolean {
  return held !== null
}

/** Opens the browser's install prompt. Must be called from a user gesture; each prompt works once. */
export function promptInstall(): void {
  void held?.prompt()
  hold(null)
}

export function onInstallPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
