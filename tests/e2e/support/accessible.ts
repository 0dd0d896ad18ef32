import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Less than half of what the builder would send to each page. */
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/**
 * Legacy mode, because otherwise axe opens an extra tab for frames: there are none, and the tab takes as long as the rules. What passes is
 * not reported.
 */
export const axeOn = (page: Page) => new AxeBuilder({ page, axeSource }).setLegacyMode().options({ resultTypes: ['violations'] })

/** Expects no accessibility violation that axe's rules can find on the current screen. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await axeOn(page).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
