import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Legacy mode, because otherwise axe opens an extra tab for frames: there are none, and the tab takes as long as the rules. */
export const axeOn = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

/** Expects no accessibility violation that axe's rules can find on the current screen. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await axeOn(page).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
