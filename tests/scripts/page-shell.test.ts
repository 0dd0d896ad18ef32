import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { pageShell } from '../../scripts/page-shell'

const PAGE = readFileSync('index.html', 'utf8')

/** The page as `npm run dev` serves it. */
function shelled(html: string): string {
  const hook = pageShell().transformIndexHtml
  if (typeof hook !== 'object') throw new Error('no hook with an order')
  const page: unknown = Reflect.apply(hook.handler, undefined, [html, {}])
  return String(page)
}

test('the build stops if the page lacks a part that the build fills', () => {
  expect(shelled(PAGE)).toContain('data-loader')
  for (const part of ['<div id="root"></div>', '%BOOTH_CODE%', '%PLAYER_CODE%'])
    expect(() => shelled(PAGE.replace(part, ''))).toThrow(`index.html has no ${part}`)
})
