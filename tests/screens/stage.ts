import type { APIRequestContext, Page } from '@playwright/test'
import { SESSION_COOKIE } from '#contract/protocol'
import { test as booth, giveSession, type Staff } from '../e2e/support/booth-behind-proxy'
import { type Caller, callAs } from '../e2e/support/call-as'
import { startGameProcess } from '../e2e/support/game-process'
import { linkSecretIn } from '../e2e/support/people'
import { ON_LARGE_EVENT } from './event-size'
import type { Profile, Role, Scene, Stage } from './scene'

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

/** A browser as phone, and a real server behind a fault-injecting network. */
export const test = booth.extend<{ stage: Stage }>({
  game: [
    async ({ faultProxy }, use) => {
      const game = await startGameProcess('screens', { proxyUrl: faultProxy.url, ...(ON_LARGE_EVENT ? { demo: 'large' } : {}) })
      faultProxy.forwardTo(game.ownUrl)
      await use(game)
      await game.stop()
    },
    { scope: 'worker' },
  ],
  // The scene's role decides who is signed in.
  context: async ({ context }, use) => {
    await context.clearCookies()
    await use(context)
  },
  stage: async ({ page, game, network, playwright, sessionOf }, use) => {
    const callers: APIRequestContext[] = []
    async function newCaller(cookie?: string): Promise<Caller> {
      const extraHTTPHeaders = cookie === undefined ? {} : { cookie: `${SESSION_COOKIE}=${cookie}` }
      const request = await playwright.request.newContext({ baseURL: game.ownUrl, extraHTTPHeaders })
      callers.push(request)
      return { request }
    }
    const stage: Stage = {
      page,
      game,
      network,
      newProfile,
      async register(nickname) {
        const profile = newProfile(nickname)
        await callAs(await newCaller(), 'register', { user_data: profile })
        return profile
      },
      async player(nickname) {
        const caller = await newCaller()
        await signUp(stage, caller, nickname)
        return caller
      },
      staff: async (who: Staff) => await newCaller(await sessionOf(who)),
      signInStaff: async (who: Staff) => await giveSession(page.context(), game.url, await sessionOf(who)),
    }
    await use(stage)
    for (const caller of callers) await caller.dispose()
  },
})

async function signUp(stage: Stage, on: Caller, nickname: string): Promise<void> {
  const { mobile } = await stage.register(nickname)
  await callAs(on, 'signIn', linkSecretIn(stage.game.lastSms(mobile)))
}

/** Plays a scene from the sign-in on and shows its screen. */
export async function perform({ role, play, about }: Scene, stage: Stage, show: (page: Page) => Promise<void>): Promise<void> {
  await enter(stage, role)
  await play(stage, async (page) => {
    // Toasts appear and disappear by timers, so that some pictures would show them and others would not.
    if (about !== 'toast') await hideToasts(page)
    await show(page)
  })
}

/** Signs the scene's role in on the stage's phone. */
async function enter(stage: Stage, role: Role): Promise<void> {
  switch (role) {
    case 'visitor':
      return
    case 'player':
      return await signUp(stage, stage.page, 'vega')
    case 'staff':
      return await stage.signInStaff('iva')
    case 'organiser':
      return await stage.signInStaff('ana')
  }
}

/** By a constructed sheet: the page's CSP refuses a style element. */
async function hideToasts(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const sheet = await new CSSStyleSheet().replace('[data-sonner-toaster] { display: none }')
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  })
}
