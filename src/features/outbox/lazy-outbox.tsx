import { lazy, Suspense, useEffect, useState } from 'react'
import { OUTBOX_DATABASE } from '../../offline/strict-store'

const SignedOutOutbox = lazy(async () => ({ default: (await import('./outbox-panel')).SignedOutOutbox }))

/** True if this device has ever stored an award, and where the browser cannot tell. */
async function mayHoldAwards(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === OUTBOX_DATABASE)
  } catch {
    return true
  }
}

/** The outbox on the sign-in page. Its code is loaded only on devices that may hold awards. */
export function LazyOutbox() {
  const [any, setAny] = useState(false)
  useEffect(() => {
    void mayHoldAwards().then(setAny)
  }, [])
  return <Suspense>{any && <SignedOutOutbox />}</Suspense>
}
