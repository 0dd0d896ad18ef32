import type AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { catalogue } from '../screens/catalogue'
import type { Scene } from '../screens/scene'
import { perform, test } from '../screens/stage'
import { showTheme } from '../screens/theme-in-place'
import { axeOn } from './support/accessible'
import { expect } from './support/booth-behind-proxy'
import { expectFits } from './support/expect-fits'

/** A loading page has no heading and no main landmark yet. */
const OF_WHOLE_SCREENS = ['landmark-one-main', 'page-has-heading-one']

async function expectNothingFound(axe: AxeBuilder, theme: string): Promise<void> {
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  expect.soft(found, `axe violations in the ${theme} theme`).toEqual([])
}

async function expectOpenToEveryone(page: Page, about: Scene['about']): Promise<void> {
  await expectNothingFound(axeOn(page).disableRules(about === 'loading' ? OF_WHOLE_SCREENS : []), 'dark')
  await showTheme(page, 'light')
  // The themes differ only in their colours.
  await expectNothingFound(axeOn(page).withRules(['color-contrast']), 'light')
}

/** Screens that their own journeys check in the same way; `EVERY_SCREEN=1` checks them here too. */
const LOOKED_AT_BY_JOURNEYS = /^(scan|tags)-/
const ALL = process.env.EVERY_SCREEN !== undefined

test.describe('axe finds nothing in either theme, nothing is cut off, and touch targets are large enough:', () => {
  for (const scene of catalogue.filter(({ name }) => ALL || !LOOKED_AT_BY_JOURNEYS.test(name))) {
    test(scene.name, async ({ stage }) =>
      perform(scene, stage, async (page) => {
        await expectOpenToEveryone(page, scene.about)
        await expectFits(page)
      }),
    )
  }
})
