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
  /** Prepares a phone's context; what it returns ends the phone, with an expectation that no error was logged. */
  prepare: (context: BrowserContext) => Promise<() => Promise<void>>
  /** Opens one more phone: a browser context with its own storage and session. */
  phone: () => Promise<Page>
}

/** What a browser logs for a refused or cut connection, also in a worker; journeys that cut one expect it. */
const NETWORK_NOISE = /Failed to load resource|net::ERR_|error occurred when fetching the script/

/** No error. */
const NONE = /(?!)/

/** Watches the pages of a phone from now on; the function that it returns expects that they logged no error. */
export function watchErrors(context: BrowserContext, expected = NONE): () => void {
  const errors: string[] = []
  context.on('weberror', (thrown) => {
    const { message } = thrown.error()
    if (!expected.test(message)) errors.push(message)
  })
  context.on('console', (message) => {
    const text = message.text()
    if (message.type() === 'error' && !NETWORK_NOISE.test(text) && !expected.test(text)) errors.push(text)
  })
  return () => expect(errors, 'errors in the console').toEqual([])
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
  expectedErrors: [NONE, { option: true }],
  stream: [true, { option: true }],
  prepare: async ({ expectedErrors, stream }, use) =>
    use(async (context) => {
      followCalls(context)
      if (!stream) await withoutStream(context)
      const expectNoErrors = watchErrors(context, expectedErrors)
      return async () => {
        // Handlers of routes may still be running.
        for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
        expectNoErrors()
      }
    }),
  context: async ({ context, prepare }, use) => {
    const end = await prepare(context)
    await use(context)
    await end()
  },
  phone: async ({ browser, contextOptions, game, prepare }, use) => {
    const phones: { context: BrowserContext; end: () => Promise<void> }[] = []
    await use(async () => {
      const context = await browser.newContext({ ...contextOptions, baseURL: game.url })
      phones.push({ context, end: await prepare(context) })
      return await context.newPage()
    })
    for (const { context, end } of phones) {
      await end()
      await context.close()
    }
  },
})

export { expect }
