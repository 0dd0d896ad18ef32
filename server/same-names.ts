import type { HostNames } from '#contract/names'
import type { Database } from './db/database'
import type { DatabaseLocation } from './db/database-url'
import { hasOtherServers } from './db/open'
import { replaceSharedKey, sharedKey } from './db/queries/settings'
import { Failure } from './failure'

const KEY = 'names'

/**
 * Refuses names that differ from those of another server running on the same event. Otherwise
 * phones behind one address would be offered an update at each call, back and forth. A single
 * server may change its names. Throws `Failure`.
 */
export async function assertSameNames(
  db: Database,
  location: DatabaseLocation,
  names: HostNames,
): Promise<void> {
  const { product, company, contact } = names
  const text = JSON.stringify([product, company, contact])
  if ((await sharedKey(db, KEY, () => text)) === text) return
  if (await hasOtherServers(location)) {
    throw new Failure(
      'Another server of this event has other names: give all servers the same PRODUCT_NAME, COMPANY_NAME and PRIVACY_CONTACT, or stop the other servers first.',
    )
  }
  await replaceSharedKey(db, KEY, text)
}
