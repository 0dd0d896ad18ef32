import type { Page } from './device'
import type { Scene } from './scene'
import { assert } from './tapped'

/** Within this time what waits is sent, whatever the other pages of the device do (ms). */
const WITHIN_MS = 30_000
const MOST_BESIDE = 3

/** Accounts of running pages which the server knows as signed in on their device. */
function signedIn(pages: readonly Page[]): ReadonlySet<string> {
  const running = pages.filter(({ tab }) => tab.state === 'running')
  return new Set(
    running.flatMap(({ account, outbox }) => (account === null || outbox.view().otherSession ? [] : [account.userId])),
  )
}

/**
 * Faults 8 and 95: frozen pages stay frozen, every other fault ends, and the browser says that the connection is back. Each device has
 * one to three running pages. Throws if an award of an account that is signed in still waits after 30 seconds.
 */
export async function sendBesideStopped({ devices, fates, time, look, chance }: Scene): Promise<void> {
  fates.length = 0
  for (const device of devices) {
    device.reach = 'on'
    device.storage = 'well'
    const beside = 1 + chance.upTo(MOST_BESIDE - 1)
    for (let open = device.pages.filter(({ tab }) => tab.state === 'running').length; open < beside; open++) device.open()
    for (const { tab, outbox } of device.pages) tab.run(() => outbox.kick())
  }
  await time.pass(WITHIN_MS)
  await look()
  for (const { pages, holdsFor } of devices) {
    for (const userId of signedIn(pages)) assert(!holdsFor(userId), `an award of ${userId} waits beside a page that does not run`)
  }
}
