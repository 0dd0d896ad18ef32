import type { Scene } from './scene'
import { cardScenes } from './scenes/card'
import { signInScenes } from './scenes/sign-in'

/** Every screen of the app in every state that has a look of its own. */
export const catalogue: readonly Scene[] = [...signInScenes, ...cardScenes]
