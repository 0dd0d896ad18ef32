import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page } from '@playwright/test'
import type axe from 'axe-core'

declare global {
  interface Window {
    axe?: typeof axe
  }
}

const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** What axe finds on the current screen: each rule that is broken, with the elements that break it. */
export async function findViolations(page: Page, options: axe.RunOptions = {}): Promise<(readonly [string, string[]])[]> {
  // Once per document: it takes three times as long as the rules.
  if (await page.evaluate(() => window.axe === undefined)) await page.evaluate(axeSource)
  return await page.evaluate(async (options) => {
    if (window.axe === undefined) throw new Error('the page was left before axe could run')
    const { violations } = await window.axe.run(document, { ...options, resultTypes: ['violations'] })
    return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)] as const)
  }, options)
}

/** Expects no accessibility violation that axe's rules can find on the current screen. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findViolations(page)).toEqual([])
}
