import { test as behindProxy, expect } from '../../e2e/support/booth-behind-proxy'
import { startWebKitPhone, type WebKitPhone } from './webkit-phone'

/** A phone of a game, which can sign in. */
interface Phone extends WebKitPhone {
  /** Signs in with a link, and waits for the first screen. */
  signIn(nickname: string): Promise<void>
  /** Waits until the worker has cached the app, so that it starts without a network. */
  untilAppIsCached(): Promise<void>
}

interface Fixtures {
  /** Starts a phone with WebKit's engine. */
  iphone: () => Promise<Phone>
}

/**
 * Journeys in WebKit against the built server, which phones reach through the fault-injecting
 * proxy. Any error that a page reports fails its journey.
 */
export const test = behindProxy.extend<Fixtures>({
  iphone: async ({ game }, use) => {
    const phones: WebKitPhone[] = []
    await use(async () => {
      const phone = await startWebKitPhone(game.url)
      phones.push(phone)
      return {
        ...phone,
        async signIn(nickname) {
          await phone.open(await game.loginLink(nickname))
          await expect.poll(() => phone.path()).toMatch(/^\/(player|vendor|organizator)$/)
          // Wait for the screen, not only for its path: the unfinished navigation would override the next one.
          await expect.poll(() => phone.text('h1')).not.toBe('')
        },
        untilAppIsCached: () => phone.run(async () => void (await navigator.serviceWorker.ready)),
      }
    })
    for (const phone of phones) {
      expect.soft(await phone.errors(), 'errors of the pages').toBe('')
      await phone.end()
    }
  },
})

export { expect }
