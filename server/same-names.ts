import type { HostNames } from '#contract/names'
import type { Database } from './db/database'
import type { DatabaseLocation } from './db/database-url'
import { hasOtherServers } from './db/open'
import { replaceSharedKey, sharedKey } from './db/queries/settings'
import { Failure } from './failure'

const KEY = 'names'

/**
 * Refuses names that differ from those of a server that runs on the same event. Behind one address a phone would else be offered an update
 * at each call, from one name to the other and back. Alone, a server may have other names than the last time. Throws `Failure`.
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
      'Another server of this event has other names: give each the same PRODUCT_NAME, COMPANY_NAME and PRIVACY_CONTACT, or stop the others first.',
    )
  }
  await replaceSharedKey(db, KEY, text)
}
