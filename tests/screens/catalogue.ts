import type { Scene } from './scene'
import { boothScenes } from './scenes/booth'
import { cardScenes } from './scenes/card'
import { importScenes } from './scenes/import'
import { organiserScenes } from './scenes/organiser'
import { overAnyScreenScenes } from './scenes/over-any-screen'
import { publicRankingScenes } from './scenes/public-ranking'
import { scanScenes } from './scenes/scan'
import { setupScenes } from './scenes/setup'
import { signInScenes } from './scenes/sign-in'
import { tagWritingScenes } from './scenes/tag-writing'
import { voucherScenes } from './scenes/voucher'

/** Every screen of the app in every visually different state. */
export const catalogue: readonly Scene[] = [
  ...signInScenes,
  ...publicRankingScenes,
  ...cardScenes,
  ...scanScenes,
  ...boothScenes,
  ...voucherScenes,
  ...tagWritingScenes,
  ...organiserScenes,
  ...setupScenes,
  ...importScenes,
  ...overAnyScreenScenes,
]
