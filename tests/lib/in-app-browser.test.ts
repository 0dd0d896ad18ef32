import { expect, test } from 'vitest'
import { inAppBrowser, outsideAddress } from '#lib/in-app-browser'

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'

test.each([
  ['Viber', `${ANDROID} Viber/22.1`],
  ['Instagram', `${IPHONE} Instagram 320.0.0.25.95 (iPhone14,5; iOS 17_4)`],
  ['Messenger', `${IPHONE} [FBAN/MessengerForiOS;FBAV/450.0.0]`],
  ['Messenger', `${ANDROID} [FB_IAB/Orca-Android;FBAV/450.0.0]`],
  ['Facebook', `${ANDROID} [FB_IAB/FB4A;FBAV/450.0.0]`],
  ['WhatsApp', `${ANDROID} WhatsApp/2.24`],
  ['TikTok', `${IPHONE} musical_ly_33.0.0 BytedanceWebview/d8a21c6`],
  ['Snapchat', `${IPHONE} Snapchat/12.70`],
  ['LinkedIn', `${IPHONE} [LinkedInApp]/9.29`],
])('fault 89: the browser inside %s is recognised by its user agent', (app, userAgent) => {
  expect(inAppBrowser(userAgent)).toBe(app)
})

test('fault 89: a phone’s browsers and the installed app are not taken for a browser inside another app', () => {
  const own = [
    ANDROID.replace('; wv', ''),
    `${IPHONE} Version/17.4 Safari/604.1`,
    IPHONE,
    `${IPHONE} CriOS/120.0`,
    '',
  ]
  expect(own.map((userAgent) => inAppBrowser(userAgent))).toEqual([null, null, null, null, null])
})

test('fault 89: on Android an intent opens the phone’s browser; an iPhone has no such address', () => {
  const link = new URL('https://igra.hr/l/a1b2/c3d4?jezik=hr#tajna')
  expect(outsideAddress(link, ANDROID)).toBe(
    'intent://igra.hr/l/a1b2/c3d4?jezik=hr#Intent;scheme=https;action=android.intent.action.VIEW;end',
  )
  expect(outsideAddress(link, IPHONE)).toBeNull()
})
