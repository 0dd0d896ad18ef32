import { lazy, Suspense, useEffect, useState } from 'react'

const SignedOutOutbox = lazy(async () => ({ default: (await import('./signed-out-outbox')).SignedOutOutbox }))

/** Whether this device has ever kept an award; where it cannot say, it may have. */
async function mayHoldAwards(): Promise<boolean> {
  try {
    const databases = await indexedDB.databases()
    return databases.some(({ name }) => name === 'geek-outbox')
  } catch {
    return true
  }
}

/** The outbox on the sign-in page, loaded only on devices that may hold something: for all others it would be dead weight. */
export function OutboxWhereAny() {
  const [any, setAny] = useState(false)
  useEffect(() => {
    void mayHoldAwards().then(setAny)
  }, [])
  return <Suspense>{any && <SignedOutOutbox />}</Suspense>
}
