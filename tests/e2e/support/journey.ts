import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { type FaultProxy, startFaultProxy } from './fault-proxy'
import { type GameProcess, startGameProcess } from './game-process'
import { followCalls } from './pass-time'
import { createPeople, type People } from './people'
import { noteToasts } from './toasts'

/**
 * Every journey declares both servers, because Playwright starts a new worker for tests with other
 * worker fixtures. Each server starts on first use.
 */
interface WorkerFixtures {
  server: GameProcess
  /** The network between the phones of the fault journeys and their server. */
  faultProxy: FaultProxy
  serverBehindProxy: GameProcess
}

interface JourneyFixtures {
  game: GameProcess
  /**
   * True if phones have a live stream. False for journeys that wait for the next reading, or change
   * its answer.
   */
  stream: boolean
  /**
   * Console errors that a file's journeys provoke on purpose, in addition to network errors; none
   * unless set by `test.use`.
   */
  expectedErrors: RegExp
  people: People
  /**
   * Prepares a phone's context. The returned function removes the phone's routes and expects that
   * no error was logged; the caller closes the phone.
   */
  prepare: (context: BrowserContext) => Promise<() => Promise<void>>
  /** Opens one more phone: a browser context with its own storage and session. */
  phone: () => Promise<Page>
}

/**
 * Console errors of a refused or cut connection, also in a worker. No journey fails because of
 * them, because many cut connections on purpose.
 */
const NETWORK_NOISE = /Failed to load resource|net::ERR_|error occurred when fetching the script/

/**
 * Cuts the live stream of pages opened from now on, which then refetch every 15 s instead. For journeys that wait until the
 * network is idle, or that change the answers of readings.
 */
export async function withoutStream(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const { fetch } = window
    window.fetch = (input, init) =>
      typeof input === 'string' && input.startsWith('/api/live')
        ? Promise.reject(new TypeError('no stream'))
        : fetch(input, init)
  })
}

/**
 * Waits until the app has gone back from the history entries of closed layers (src/ui/layers.ts),
 * which cancels a navigation that is under way. A cancelled reload never ends: Playwright waits for
 * a document that nobody requests. No person reloads within those few milliseconds.
 */
async function untilHistoryRests(page: Page): Promise<void> {
  await expect(async () => {
    const [entries, layers] = await page.evaluate(() => [
      window.history.state?.layers ?? 0,
      document.querySelectorAll('dialog[open]').length,
    ])
    expect(entries, 'history entries of layers').toBe(layers)
  }).toPass()
}

/** Navigates only while the history rests. */
function restBeforeNavigation(page: Page): void {
  const { goto, reload, goBack, goForward } = page
  async function atRest<T>(navigate: () => Promise<T>): Promise<T> {
    await untilHistoryRests(page)
    return await navigate()
  }
  page.goto = (url, options) => atRest(() => goto.call(page, url, options))
  page.reload = (options) => atRest(() => reload.call(page, options))
  page.goBack = (options) => atRest(() => goBack.call(page, options))
  page.goForward = (options) => atRest(() => goForward.call(page, options))
}

/** Journeys in a real browser against the built server; an unexpected console error fails them. */
export const test = base.extend<JourneyFixtures, WorkerFixtures>({
  server: [
    async ({ browserName }, use) => {
      const server = await startGameProcess(browserName)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  faultProxy: [
    async ({ browserName: _any }, use) => {
      const proxy = await startFaultProxy()
      await use(proxy)
      await proxy.stop()
    },
    { scope: 'worker' },
  ],
  serverBehindProxy: [
    async ({ faultProxy: proxy }, use) => {
      const server = await startGameProcess('faults', { proxyUrl: proxy.url })
      proxy.forwardTo(server.ownUrl)
      await use(server)
      await server.stop()
    },
    { scope: 'worker' },
  ],
  // Journeys in `screens` do not need the service worker. Installing it on each phone would take a sixth of their time.
  serviceWorkers: async ({ browserName: _any }, use, { file }) =>
    use(/e2e.screens./.test(file) ? 'block' : 'allow'),
  game: async ({ server }, use) => use(server),
  baseURL: async ({ game }, use) => use(game.url),
  people: async ({ game }, use) => use(createPeople(game)),
  // This pattern matches nothing.
  expectedErrors: [/(?!)/, { option: true }],
  stream: [true, { option: true }],
  prepare: async ({ expectedErrors, stream }, use) =>
    use(async (context) => {
      followCalls(context)
      context.on('page', restBeforeNavigation)
      await noteToasts(context)
      if (!stream) await withoutStream(context)
      const errors: string[] = []
      context.on('weberror', (thrown) => {
        const { message } = thrown.error()
        if (!expectedErrors.test(message)) errors.push(message)
      })
      context.on('console', (message) => {
        const text = message.text()
        if (message.type() === 'error' && !NETWORK_NOISE.test(text) && !expectedErrors.test(text))
          errors.push(text)
      })
      return async () => {
        // Remove the routes first, because their handlers may still be running.
        for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
        expect(errors, 'errors in the console').toEqual([])
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
    // Check every phone, even if an earlier one logged an error.
    const ended = await Promise.allSettled(phones.map(({ end }) => end()))
    for (const { context } of phones) await context.close()
    for (const one of ended) if (one.status === 'rejected') throw one.reason
  },
})

export { expect }
