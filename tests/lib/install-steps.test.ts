import { expect, test } from 'vitest'
import { installSteps } from '#lib/install-steps'

const IPHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15'
const ANDROID = 'Mozilla/5.0 (Linux; Android 14; SM-A146P) AppleWebKit/537.36 (KHTML, like Gecko)'

test.each([
  [`${IPHONE} Version/17.4 Mobile/15E148 Safari/604.1`, 'ios-safari'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/17.4 Safari/605.1.15', 'ios-safari'],
  [`${IPHONE} CriOS/124.0 Mobile/15E148 Safari/604.1`, 'ios-chrome'],
  [`${IPHONE} FxiOS/125.0 Mobile/15E148 Safari/605.1.15`, 'ios-menu'],
  [`${IPHONE} Version/17.0 EdgiOS/124.0 Mobile/15E148 Safari/605.1.15`, 'ios-menu'],
  [`${IPHONE} Mobile/15E148 Instagram 330.0`, 'in-app'],
] as const)('with WebKit on a touch screen %s has the steps %s', (userAgent, steps) => {
  expect(installSteps(userAgent, true)).toBe(steps)
})

test.each([
  [`${ANDROID} SamsungBrowser/25.0 Chrome/121.0 Mobile Safari/537.36`, 'samsung'],
  ['Mozilla/5.0 (Android 14; Mobile; rv:128.0) Gecko/128.0 Firefox/128.0', 'firefox-android'],
  [`${ANDROID} Version/4.0 Chrome/124.0 Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/460.0;]`, 'in-app'],
  // This browser offers the installation by itself.
  [`${ANDROID} Chrome/124.0 Mobile Safari/537.36`, null],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', null],
] as const)('%s has the steps %s', (userAgent, steps) => {
  expect(installSteps(userAgent, false)).toBe(steps)
})
