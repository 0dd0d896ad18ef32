import type { Page } from '@playwright/test'
import { test as booth } from '../e2e/support/booth-behind-proxy'
import { createPeople, type Profile } from '../e2e/support/people'
import type { Role, Scene, Stage } from './scene'

let registered = 0

/** Realistic nicknames, with a number only from the second use of a name. */
const taken = new Map<string, number>()
function uniqueNickname(wanted: string): string {
  const times = (taken.get(wanted) ?? 0) + 1
  taken.set(wanted, times)
  return times === 1 ? wanted : `${wanted}${times}`
}

function newProfile(nickname: string): Profile {
  registered += 1
  return {
    first_name: 'Ana',
    last_name: 'Marić',
    email: `ana.maric${registered === 1 ? '' : registered}@example.hr`,
    mobile: `+38598${2_000_000 + registered}`,
    nickname: uniqueNickname(nickname),
  }
}

/** A browser as phone, and the server of the fault journeys behind its fault-injecting network: one more server would cost seconds. */
export const test = booth.extend<{ stage: Stage }>({
  // The scene's role decides who is signed in.
  staff: null,
  stage: async ({ page, game, network }, use) => use({ ...createPeople(game, newProfile), page, game, network }),
})

/** Plays a scene from the sign-in on and shows its screen. */
export async function perform({ role, play }: Scene, stage: Stage, show: (page: Page) => Promise<void>): Promise<void> {
  await enter(stage, role)
  await play(stage, async (page) => {
    // They appear and disappear by timers, so that some pictures would show them and others would not.
    await hideToasts(page)
    await show(page)
  })
}

/** Signs the scene's role in on the stage's phone. */
async function enter(stage: Stage, role: Role): Promise<void> {
  if (role === 'player') await stage.signUp(stage.page, 'vega')
  if (role === 'staff') await stage.signIn(stage.page, 'iva')
  if (role === 'organiser') await stage.signIn(stage.page, 'ana')
}

/** By a constructed sheet: the page's CSP refuses a style element. */
async function hideToasts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const sheet = await new CSSStyleSheet().replace('[data-sonner-toaster] { display: none }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}
