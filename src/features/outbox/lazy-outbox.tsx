import { lazy, Suspense, useEffect, useState } from 'react'
import { OUTBOX_DATABASE } from '../../api/indexed-db'

const SignedOutOutbox = lazy(async () => ({
  default: (await import('./outbox-panel')).SignedOutOutbox,
}))

/** True if this device may have entries, or the browser cannot list databases. */
async function mayHoldEntries(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === OUTBOX_DATABASE)
  } catch {
    return true
  }
}

/**
 * The outbox on the sign-in page, with the copies that were scanned while nobody was signed in. Its
 * code is loaded only on devices that may have entries.
 */
export function LazyOutbox() {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => {
    void mayHoldEntries().then(setNeeded)
  }, [])
  return <Suspense>{isNeeded && <SignedOutOutbox />}</Suspense>
}
