import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { PrintButton } from '../../src/ui/print-button'

afterEach(() => {
  vi.unstubAllGlobals()
})

test.each([
  ['that can print', { print: () => undefined }, /^<button.*Ispiši/],
  [
    'that cannot',
    {},
    /^<p.*Ovaj preglednik ne može ispisivati\. Otvorite ovu stranicu na računalu\./,
  ],
])('a browser %s gets the button, or an explanation of what to do', (_what, window, shown) => {
  vi.stubGlobal('window', window)
  expect(renderToStaticMarkup(createElement(PrintButton))).toMatch(shown)
})
