import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type GameProcess, startGameProcess } from './game-process'
import { followCalls } from './pass-time'
import { createPeople, type People } from './people'

interface WorkerFixtures {
  game: GameProcess
}

interface JourneyFixtures {
  /** What else a file's journeys provoke in the console; nothing, unless `test.use` says so. */
  expectedErrors: RegExp
  people: People
  /** One more phone: a browser of its own, with storage and session of its own. */
  phone: () => Promise<Page>
}

/** What a browser reports for a refused or cut connection, a worker's own included; journeys that cut one expect it. */
const NETWORK_NOISE = /Failed to load resource|net::ERR_|error occurred when fetching the script/

function watch(context: BrowserContext, errors: string[], expected: RegExp): void {
  followCalls(context)
  context.on('weberror', (error) => errors.push(error.error().message))
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !NETWORK_NOISE.test(text) && !expected.test(text)) errors.push(text)
  })
}

/** A journey that is over needs none of the answers that it still changes. */
async function letGo(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Journeys in a real browser against the real built server; an unexpected error in the console fails them. */
export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  game: [
    async ({ browserName }, use) => {
      const game = await startGameProcess(browserName)
      await use(game)
      await game.stop()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ game }, use) => use(game.url),
  people: async ({ game }, use) => use(createPeople(game)),
  expectedErrors: [/(?!)/, { option: true }],
  context: async ({ context, expectedErrors }, use) => {
    const errors: string[] = []
    watch(context, errors, expectedErrors)
    await use(context)
    await letGo(context)
    expect(errors, 'errors in the console').toEqual([])
  },
  phone: async ({ browser, contextOptions, expectedErrors, game }, use) => {
    const errors: string[] = []
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: game.url })
      contexts.push(context)
      watch(context, errors, expectedErrors)
      return await context.newPage()
    })
    for (const context of contexts) {
      await letGo(context)
      await context.close()
    }
    expect(errors, 'errors in the console').toEqual([])
  },
})

export { expect }
