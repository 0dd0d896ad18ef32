import type { Device, Page } from './device'
import type { Scene } from './scene'
import { assert } from './tapped'

/**
 * The time within which waiting awards are sent after the network's return (ms), and the longer
 * time that counts if another page of the device is frozen.
 */
const WITHIN_MS = 10_000
const BESIDE_STOPPED_MS = 30_000
const MAX_BESIDE = 3

/** The accounts of running pages, except accounts of which the server wants a new sign-in. */
function signedIn(pages: readonly Page[]): ReadonlySet<string> {
  const accounts = new Set<string>()
  const ended = new Set<string>()
  for (const { tab, account, outbox } of pages) {
    if (tab.state !== 'running' || account === null) continue
    accounts.add(account.userId)
    if (outbox.view().otherSession) ended.add(account.userId)
  }
  return new Set([...accounts].filter((userId) => !ended.has(userId)))
}

/**
 * Faults 8 and 95: frozen pages stay frozen, every other fault ends, and the browser reports that
 * the connection is back. Each device has one to three running pages. Throws if an award of a
 * signed-in account still waits after 10 seconds, or after 30 on a device with a frozen page.
 */
export async function sendBesideStopped({
  devices,
  fates,
  time,
  look,
  chance,
}: Scene): Promise<void> {
  fates.length = 0
  for (const device of devices) {
    device.reach = 'on'
    device.storage = 'well'
    const beside = 1 + chance.upTo(MAX_BESIDE - 1)
    for (
      let open = device.pages.filter(({ tab }) => tab.state === 'running').length;
      open < beside;
      open++
    )
      device.open()
    for (const { tab, outbox } of device.pages) tab.run(() => outbox.onReturn())
  }
  await time.pass(WITHIN_MS)
  await look()
  const isWhole = ({ pages }: Device) => pages.every(({ tab }) => tab.state === 'running')
  for (const device of devices.filter(isWhole)) expectSent(device, 'although the network is back')
  await time.pass(BESIDE_STOPPED_MS - WITHIN_MS)
  await look()
  for (const device of devices) expectSent(device, 'although only another page has stopped')
}

function expectSent({ pages, holdsFor }: Device, where: string): void {
  for (const userId of signedIn(pages))
    assert(!holdsFor(userId), `an award of ${userId} waits ${where}`)
}
