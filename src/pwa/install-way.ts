import { canPromptInstall } from './install-prompt'

declare global {
  interface Navigator {
    /** Only there on iPhone and iPad: whether this is the app from the home screen. */
    readonly standalone?: boolean
  }
}

/** How the app gets from this browser onto the device: the browser asks, or the person goes through its menus. */
export type InstallWay = 'prompt' | 'iphone-safari' | 'iphone-other' | 'mac-safari' | 'firefox-android'

const OWN_WINDOW = '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: window-controls-overlay)'

/** Whether this page is the installed app. */
export function isInstalledApp(): boolean {
  return navigator.standalone === true || window.matchMedia(OWN_WINDOW).matches
}

/**
 * The way from here; null where there is none, or none yet. What a browser can do tells most of them apart; which menus it has,
 * and Firefox at all, only its name tells.
 */
export function installWay(): InstallWay | null {
  if (isInstalledApp()) return null
  if (canPromptInstall()) return 'prompt'
  const { userAgent } = navigator
  // Apple's engine on a touch screen, whichever browser it is in, an iPad that calls itself a Mac among them.
  if ('standalone' in navigator && navigator.maxTouchPoints > 0) {
    return /CriOS|FxiOS|EdgiOS|OPT\/|DuckDuckGo/.test(userAgent) ? 'iphone-other' : 'iphone-safari'
  }
  // Since version 17, which is also the first with this one.
  if ('GestureEvent' in window && CSS.supports('font-size-adjust: cap-height 1')) return 'mac-safari'
  return /Android.*Firefox\//.test(userAgent) ? 'firefox-android' : null
}
