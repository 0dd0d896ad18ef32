import type { Page } from '@playwright/test'
import { catalogue } from '../../screens/catalogue'
import type { Scene } from '../../screens/scene'
import { SCENE_OF_SCREEN } from '../../screens/scene-of-screen'
import { perform, test } from '../../screens/stage'
import { showTheme } from '../../screens/theme-in-place'
import { expect } from '../support/booth-behind-proxy'
import { expectFits, findViolations } from '../support/usable'

/** A loading page has no heading and no main landmark yet. */
const LOADING = { rules: { 'landmark-one-main': { enabled: false }, 'page-has-heading-one': { enabled: false } } }

/** Set to check every scene, in both themes. */
const ALL = process.env.EVERY_SCREEN !== undefined

async function expectOpenToEveryone(page: Page, { name }: Scene): Promise<void> {
  expect.soft(await findViolations(page, name === 'loader' ? LOADING : {}), 'violations in the dark theme').toEqual([])
  // The themes differ only in their colours, whose contrast `tests/ui/contrast.test.ts` computes for both.
  if (!ALL) return
  await showTheme(page, 'light')
  expect.soft(await findViolations(page, { runOnly: ['color-contrast'] }), 'violations in the light theme').toEqual([])
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
  expect([...Object.values(SCENE_OF_SCREEN), ...EACH_RUN].filter((name) => !names.includes(name))).toEqual([])
})

/** What each run looks at: screens that no journey checks on its way (`expectUsable`). `EVERY_SCREEN=1` checks every state, as a release does. */
const EACH_RUN: ReadonlySet<string> = new Set([
  ...['public-ranking', 'card-longest-names', 'award-refused', 'board-without-network'],
  ...['organiser-search', 'organiser-correction', 'voucher-dialog', 'sign-in-with-copy'],
])

test.describe('axe finds nothing, nothing is cut off, and touch targets are large enough:', () => {
  test.use({ serviceWorkers: 'block' })
  // Only an update needs the worker, and its journey looks at the offer.
  for (const scene of catalogue.filter(({ name }) => name !== 'update-offer' && (ALL || EACH_RUN.has(name)))) {
    test(scene.name, async ({ stage }) =>
      perform(scene, stage, async (page) => {
        expectOwnScreen(page, scene)
        await expectOpenToEveryone(page, scene)
        await expectFits(page)
      }),
    )
  }
})
