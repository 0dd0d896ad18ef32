import { expect, type Locator, type Page } from '@playwright/test'
import type { FaultProxy } from '../e2e/support/fault-proxy'
import type { GameProcess } from '../e2e/support/game-process'
import type { People } from '../e2e/support/people'

/** Everything that a scene may use: one phone with a screen, the server and other people. */
export interface Stage extends People {
  readonly page: Page
  readonly game: GameProcess
  readonly network: FaultProxy
}

/** Who is signed in on the phone when the scene starts; a player is new and without a team. */
export type Role = 'visitor' | 'player' | 'staff' | 'organiser'

/** One screen in one state. */
export interface Scene {
  /** The base name of its pictures. */
  readonly name: string
  readonly role: Role
  /** Brings the stage's phone or another one into the state, which lasts until `show` has resolved. */
  readonly play: (stage: Stage, show: (page: Page) => Promise<void>) => Promise<void>
}

/**
 * Holds a page's time so many ms from now, so that what would pass stays. Playwright's clock holds the timers of those who look at the page
 * too, axe's for one: they get the browser's own back, and only what the page has begun stands still.
 */
export async function holdTime(page: Page, afterMs: number): Promise<void> {
  // On a busy machine that may have passed by the time the page hears of it.
  await expect(() => page.clock.pauseAt(Date.now() + afterMs)).toPass()
  await page.evaluate(() => {
    const { __pwClock: clock } = window as unknown as { __pwClock: { builtins: object } }
    Object.assign(window, clock.builtins)
  })
}

/** A scene that ends on the stage's own phone. */
export function scene(name: string, role: Role, reach: (stage: Stage) => Promise<void>): Scene {
  return {
    name,
    role,
    async play(stage, show) {
      await reach(stage)
      await show(stage.page)
    },
  }
}

/** A scene of what a path shows, after what happens `before`. */
export function opened(
  name: string,
  role: Role,
  path: string,
  shows: (page: Page) => Locator,
  before: (stage: Stage) => Promise<unknown> = async () => undefined,
): Scene {
  return scene(name, role, async (stage) => {
    await before(stage)
    await stage.page.goto(path)
    await shows(stage.page).first().waitFor()
  })
}
