import { useSyncExternalStore } from 'react'
import { updateTexts } from '#i18n/update'
import { Button } from '../ui/button'
import { newVersionWaits, onNewVersion, takeNewVersion } from './service-worker'

/** Offers a new version, calmly, wherever one is; it is never forced. */
export function UpdateOffer() {
  const waits = useSyncExternalStore(onNewVersion, newVersionWaits)
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 bottom-0 z-30 flex justify-center p-3 empty:hidden">
      {waits && (
        <p className="pointer-events-auto flex max-w-full flex-wrap items-center justify-between gap-x-5 gap-y-2 rounded-card border border-line bg-raised px-4 py-2 font-medium shadow-2xl">
          {updateTexts.available}
          <Button onClick={takeNewVersion}>{updateTexts.refresh}</Button>
        </p>
      )}
    </div>
  )
}
