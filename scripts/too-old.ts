import type { HtmlTagDescriptor } from 'vite'
import { browserTexts } from '../texts/common.ts'
import { FLOOR_FEATURES } from './browser-floor.ts'

const STYLE =
  'margin: 0 auto; max-width: 28rem; padding: 3rem 1.25rem; font: 1.25rem/1.5 sans-serif'

/**
 * A separate script in ES5 syntax (2009), which old browsers can read: tells people whose browser
 * is too old what to do, and marks the page so that the app does not start.
 */
const SCRIPT = `(function () {
  if (${FLOOR_FEATURES.join(' && ')}) return
  document.documentElement.setAttribute('data-too-old', '')
  document.addEventListener('DOMContentLoaded', function () {
    var root = document.getElementById('root')
    root.textContent = '${browserTexts.tooOld}'
    root.setAttribute('role', 'alert')
    root.setAttribute('style', '${STYLE}')
  })
})()`

export const tooOldScript: HtmlTagDescriptor = { tag: 'script', children: SCRIPT, injectTo: 'head' }
