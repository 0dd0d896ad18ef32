import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { PrintButton } from '../../src/ui/print-button'

afterEach(() => {
  vi.unstubAllGlobals()
})

const PRINTS = { print: () => undefined }
const EXPLAINED = /^<p.*Ovaj preglednik ne može ispisivati\. Otvorite ovu stranicu na računalu\./

test.each([
  [
    'that can print',
    PRINTS,
    'Mozilla/5.0 (X11; Linux x86_64) Chrome/120.0.0.0',
    /^<button.*Ispiši/,
  ],
  ['without printing', {}, '', EXPLAINED],
  [
    'inside an app, whose print() does nothing,',
    PRINTS,
    'Mozilla/5.0 (iPhone) Instagram 320.0',
    EXPLAINED,
  ],
  ['in an Android WebView', PRINTS, 'Mozilla/5.0 (Linux; Android 14; Pixel 7; wv)', EXPLAINED],
])(
  'a browser %s gets the button, or an explanation of what to do',
  (_what, window, userAgent, shown) => {
    vi.stubGlobal('window', window)
    vi.stubGlobal('navigator', { userAgent })
    expect(renderToStaticMarkup(createElement(PrintButton))).toMatch(shown)
  },
)
