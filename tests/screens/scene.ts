import type { Locator, Page } from '@playwright/test'
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
  /** Set if the scene shows a toast or the loading page. Otherwise toasts are hidden, and the page must be a complete screen. */
  readonly about?: 'toast' | 'loading'
  /** Brings the stage's phone or another one into the state, which lasts until `show` has resolved. */
  readonly play: (stage: Stage, show: (page: Page) => Promise<void>) => Promise<void>
}

/** A scene that ends on the stage's own phone. */
export function scene(name: string, role: Role, reach: (stage: Stage) => Promise<void>, about: Pick<Scene, 'about'> = {}): Scene {
  return {
    name,
    role,
    ...about,
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
