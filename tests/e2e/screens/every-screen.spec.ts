import type AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { catalogue } from '../../screens/catalogue'
import type { Scene } from '../../screens/scene'
import { SCENE_OF_SCREEN } from '../../screens/scene-of-screen'
import { perform, test } from '../../screens/stage'
import { showTheme } from '../../screens/theme-in-place'
import { axeOn } from '../support/accessible'
import { expect } from '../support/booth-behind-proxy'
import { expectFits } from '../support/expect-fits'

/** A loading page has no heading and no main landmark yet. */
const OF_WHOLE_SCREENS = ['landmark-one-main', 'page-has-heading-one']

/** Set to check every scene, in both themes. */
const ALL = process.env.EVERY_SCREEN !== undefined

async function expectNothingFound(axe: AxeBuilder, theme: string): Promise<void> {
  const { violations } = await axe.analyze()
  const found = violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])
  expect.soft(found, `axe violations in the ${theme} theme`).toEqual([])
}

async function expectOpenToEveryone(page: Page, about: Scene['about']): Promise<void> {
  await expectNothingFound(axeOn(page).disableRules(about === 'loading' ? OF_WHOLE_SCREENS : []), 'dark')
  // The themes differ only in their colours, whose contrast `tests/ui/contrast.test.ts` computes for both.
  if (!ALL) return
  await showTheme(page, 'light')
  await expectNothingFound(axeOn(page).withRules(['color-contrast']), 'light')
}

/** For the scene that stands for a screen: checks that it is on that screen's path. */
function expectOwnScreen(page: Page, scene: Scene): void {
  const path = Object.keys(SCENE_OF_SCREEN).find((one) => SCENE_OF_SCREEN[one] === scene.name)
  if (path === undefined) return
  const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
  expect.soft(new URL(page.url()).pathname).toMatch(pattern)
}

test('the scenes of each screen and of each run are in the catalogue', () => {
  const names = catalogue.map(({ name }) => name)
  expect([...Object.values(SCENE_OF_SCREEN), ...STATES].filter((name) => !names.includes(name))).toEqual([])
})

/**
 * What each run looks at beside one scene of each screen: dialogs, and states whose layout differs most. Journeys check others in the same
 * way where they come by; `EVERY_SCREEN=1` checks all, as a release does.
 */
const STATES: ReadonlySet<string> = new Set([
  ...['award-recorded', 'award-refused', 'board-without-network', 'outbox-dialog', 'sign-out-with-waiting'],
  ...['voucher-dialog-several', 'card-carries-copies', 'sign-in-with-copy'],
  ...['card-played', 'card-longest-names', 'card-without-network', 'card-code-full-screen', 'booths-played', 'story-picture'],
  ...['team-captain-is-asked', 'team-disband', 'menu-player', 'profile', 'messages', 'update-offer', 'public-ranking-reveal'],
  ...[
    'organiser-troubles',
    'organiser-search',
    'organiser-team',
    'organiser-correction',
    'organiser-ranking',
    'organiser-messages',
  ],
  ...['organiser-audit', 'load-failed', 'sign-in-code', 'register-faults', 'link-asks-whose-account'],
])

/** Scenes that the worker has a part in; all others play without it. */
const WITH_WORKER: ReadonlySet<string> = new Set(['update-offer'])

test.describe('axe finds nothing, nothing is cut off, and touch targets are large enough:', () => {
  const ofScreens = new Set(Object.values(SCENE_OF_SCREEN))
  const scenes = catalogue.filter(({ name }) => ALL || ofScreens.has(name) || STATES.has(name))
  for (const withWorker of [false, true]) {
    test.describe(() => {
      if (withWorker) test.use({ serviceWorkers: 'allow' })
      for (const scene of scenes.filter(({ name }) => WITH_WORKER.has(name) === withWorker)) {
        test(scene.name, async ({ stage }) =>
          perform(scene, stage, async (page) => {
            expectOwnScreen(page, scene)
            await expectOpenToEveryone(page, scene.about)
            await expectFits(page)
          }),
        )
      }
    })
  }
})
