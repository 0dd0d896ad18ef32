import type { Scene } from './scene'
import { signInScenes } from './scenes/sign-in'

/** Every screen of the app in every state that has a look of its own. */
export const catalogue: readonly Scene[] = [...signInScenes]
