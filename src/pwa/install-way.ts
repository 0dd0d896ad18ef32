import { canPromptInstall } from './install-prompt'

declare global {
  interface Navigator {
    /** Only on iPhone and iPad: true in the app opened from the home screen. */
    readonly standalone?: boolean
  }
}

/** How the app is installed from this browser: by its install prompt, or through its menus. */
export type InstallWay = 'prompt' | 'iphone-safari' | 'iphone-other' | 'mac-safari' | 'firefox-android'

const OWN_WINDOW = '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: window-controls-overlay)'

/** True if this page runs as the installed app. */
export function isInstalledApp(): boolean {
  return navigator.standalone === true || window.matchMedia(OWN_WINDOW).matches
}

/**
 * The way to install in this browser; null if there is none, or none yet. Detects features where possible. Firefox, and the
 * menus of iPhone browsers, can be told only by the user agent.
 */
export function installWay(): InstallWay | null {
  if (isInstalledApp()) return null
  if (canPromptInstall()) return 'prompt'
  const { userAgent } = navigator
  // WebKit on a touch screen in any browser, including an iPad whose user agent says Mac.
  if ('standalone' in navigator && navigator.maxTouchPoints > 0) {
    return /CriOS|FxiOS|EdgiOS|OPT\/|DuckDuckGo/.test(userAgent) ? 'iphone-other' : 'iphone-safari'
  }
  // Safari 17 was the first with 'Add to Dock', and the first with this CSS value.
  if ('GestureEvent' in window && CSS.supports('font-size-adjust: cap-height 1')) return 'mac-safari'
  return /Android.*Firefox\//.test(userAgent) ? 'firefox-android' : null
}
