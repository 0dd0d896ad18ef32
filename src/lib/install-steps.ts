import { inAppBrowser } from './in-app-browser'

/**
 * Groups of browsers that install the app through the same menus. `in-app`: an in-app browser,
 * which installs nothing.
 */
export type InstallSteps =
  | 'in-app'
  | 'ios-safari'
  | 'ios-chrome'
  | 'ios-menu'
  | 'samsung'
  | 'firefox-android'

/**
 * The steps for a browser; null if it needs none or has none.
 * @param isIos WebKit on a touch screen: also an iPad, whose user agent says Mac
 */
export function installSteps(userAgent: string, isIos: boolean): InstallSteps | null {
  if (inAppBrowser(userAgent) !== null) return 'in-app'
  if (isIos) {
    if (/\bCriOS\//.test(userAgent)) return 'ios-chrome'
    // Other browsers on iPhones add their name to Safari's user agent.
    return /\b(FxiOS|EdgiOS|OPT|OPiOS|DuckDuckGo|Ddg|Brave|YaBrowser)\//.test(userAgent)
      ? 'ios-menu'
      : 'ios-safari'
  }
  if (!/\bAndroid\b/.test(userAgent)) return null
  if (/\bSamsungBrowser\//.test(userAgent)) return 'samsung'
  return /\bFirefox\//.test(userAgent) ? 'firefox-android' : null
}
