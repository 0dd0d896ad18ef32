/**
 * Apps with their own browser, whose cookies and storage no other browser shares. Messenger's user
 * agent also names Facebook.
 */
const APPS: readonly (readonly [name: string, userAgent: RegExp])[] = [
  ['Viber', /\bViber\b/i],
  ['Instagram', /\bInstagram\b/],
  ['Messenger', /\bFBAN\/Messenger|\bFB_IAB\/(?:Orca|MESSENGER)/],
  ['Facebook', /\bFB(?:AN|AV|_IAB)\b/],
  ['WhatsApp', /\bWhatsApp\b/],
  ['TikTok', /\b(?:TikTok|musical_ly|BytedanceWebview|trill)/i],
  ['Snapchat', /\bSnapchat\b/],
  ['LinkedIn', /\bLinkedInApp\b/],
]

/** The app whose in-app browser runs this page; null in any other browser. */
export function inAppBrowser(userAgent = globalThis.navigator?.userAgent ?? ''): string | null {
  return APPS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null
}

/**
 * Returns an address that opens a page of an in-app browser in the phone's own browser; null if
 * there is none, as on an iPhone. Leaves out the page's hash: an intent needs the hash for itself,
 * and secrets in the page's hash are for the page alone.
 */
export function outsideAddress(
  { protocol, host, pathname, search }: URL,
  userAgent = navigator.userAgent,
): string | null {
  if (!/\bAndroid\b/.test(userAgent)) return null
  return `intent://${host}${pathname}${search}#Intent;scheme=${protocol.replace(':', '')};action=android.intent.action.VIEW;end`
}
