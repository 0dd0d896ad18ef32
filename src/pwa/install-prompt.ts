/** What Chromium fires once the app may be installed; others have none. */
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

/** Keeps the browser's own offer back, from the page's very start, for a moment at which it disturbs nobody. */
export function holdInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    hold(event)
  })
  window.addEventListener('appinstalled', () => hold(null))
}

/** Whether the browser can be asked to install the app. */
export function canPromptInstall(): boolean {
  return held !== null
}

/** Has the browser ask the person; to be called from a tap, and once for each time it could. */
export function promptInstall(): void {
  void held?.prompt()
  hold(null)
}

export function onInstallPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
