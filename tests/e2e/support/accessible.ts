import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Without the tab of its own that axe opens for what frames bring: there are none, and it takes as long as the rules. */
export const axeOn = (page: Page) => new AxeBuilder({ page }).setLegacyMode()

/** Nothing on the screen as it stands is closed to assistive technology, as far as rules can tell. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await axeOn(page).analyze()
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([])
}
