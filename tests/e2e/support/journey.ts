import { type APIRequestContext, type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type GameProcess, startGameProcess } from './game-process'
import { followCalls } from './pass-time'
import { createPeople, type People } from './people'
import { withoutStream } from './without-stream'

interface WorkerFixtures {
  game: GameProcess
}

interface JourneyFixtures {
  /** Whether phones hold a live stream. Off for journeys that let the time pass until the next reading, or change its answer. */
  stream: boolean
  /** Further console errors that a file's journeys provoke on purpose; none unless set by `test.use`. */
  expectedErrors: RegExp
  people: People
  /** Opens one more phone: a browser context with its own storage and session. */
  phone: () => Promise<Page>
}

/** What a browser logs for a refused or cut connection, also in a worker; journeys that cut one expect it. */
const NETWORK_NOISE = /Failed to load resource|net::ERR_|error occurred when fetching the script/

function watch(context: BrowserContext, errors: string[], expected: RegExp): void {
  followCalls(context)
  context.on('weberror', (thrown) => {
    const { message } = thrown.error()
    if (!expected.test(message)) errors.push(message)
  })
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !NETWORK_NOISE.test(text) && !expected.test(text)) errors.push(text)
  })
}

/** Removes route handlers that are still running when the journey ends. */
async function removeRoutes(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
}

/** Journeys in a real browser against the built server; an unexpected console error fails them. */
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
  people: async ({ game }, use) => {
    const callers: APIRequestContext[] = []
    await use(createPeople(game, callers))
    for (const caller of callers) await caller.dispose()
  },
  expectedErrors: [/(?!)/, { option: true }],
  stream: [true, { option: true }],
  context: async ({ context, expectedErrors, stream }, use) => {
    const errors: string[] = []
    if (!stream) await withoutStream(context)
    watch(context, errors, expectedErrors)
    await use(context)
    await removeRoutes(context)
    expect(errors, 'errors in the console').toEqual([])
  },
  phone: async ({ browser, contextOptions, expectedErrors, game, stream }, use) => {
    const errors: string[] = []
    const contexts: BrowserContext[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: game.url })
      contexts.push(context)
      if (!stream) await withoutStream(context)
      watch(context, errors, expectedErrors)
      return await context.newPage()
    })
    for (const context of contexts) {
      await removeRoutes(context)
      await context.close()
    }
    expect(errors, 'errors in the console').toEqual([])
  },
})

export { expect }
