/** Apps that open links in a browser of their own, whose cookies and storage no other browser shares. Messenger's names Facebook too. */
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

/** The app in whose own browser this page runs; null in any other browser. */
export function inAppBrowser(userAgent = globalThis.navigator?.userAgent ?? ''): string | null {
  return APPS.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? null
}

/** An address that leaves such an app for the phone's browser; null where there is none, as on an iPhone. */
export function outsideAddress(
  { protocol, host, pathname }: URL,
  userAgent = navigator.userAgent,
): string | null {
  if (!/\bAndroid\b/.test(userAgent)) return null
  return `intent://${host}${pathname}#Intent;scheme=${protocol.replace(':', '')};action=android.intent.action.VIEW;end`
}
