import type { APIRequestContext, Page } from '@playwright/test'
import type { CallInput } from '#contract/calls'
import type { Staff } from '../e2e/support/booth-behind-proxy'
import type { FaultProxy } from '../e2e/support/fault-proxy'
import type { GameProcess } from '../e2e/support/game-process'

/** A phone, or whoever makes calls without a screen. */
export interface Caller {
  readonly request: APIRequestContext
}

export type Profile = CallInput<'register'>['user_data']

/** All that a scene may use: one phone with a screen, and the world behind it. */
export interface Stage {
  readonly page: Page
  readonly game: GameProcess
  readonly network: FaultProxy
  /** Data of somebody who has not registered yet. */
  newProfile(nickname: string): Profile
  /** Registers somebody; an SMS with a link has gone out, and nobody is signed in. */
  register(nickname: string): Promise<Profile>
  /** A new player who makes calls without a screen. */
  player(nickname: string): Promise<Caller>
  /** A booth's staff who make calls without a screen. */
  staff(who: Staff): Promise<Caller>
  /** Signs a booth's staff in on the phone. */
  signInStaff(who: Staff): Promise<void>
}

/** Who is signed in on the phone when the scene begins; a player is new and in no team. */
export type Role = 'visitor' | 'player' | 'staff'

/** One screen in one state. */
export interface Scene {
  /** Names its pictures. */
  readonly name: string
  readonly role: Role
  /** What the scene is about, where it is not the screen itself: else toasts are out of sight, and the screen stands as a whole. */
  readonly about?: 'toast' | 'loading'
  /** Plays up to the state and shows it, on the stage's phone or another; the state lasts until `show` has resolved. */
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
