import { useSyncExternalStore } from 'react'
import { updateTexts } from '#i18n/update'
import { Button } from '../ui/button'
import { newVersionWaits, onNewVersion, takeNewVersion } from './service-worker'

/** A banner above every screen that offers a new version. It covers nothing and can be ignored. */
export function UpdateOffer() {
  const waits = useSyncExternalStore(onNewVersion, newVersionWaits)
  return (
    <div role="status" className="relative z-20">
      {waits && (
        <p className="flex flex-wrap items-center justify-center gap-x-5 gap-y-2 border-b border-line bg-raised px-4 py-2 font-medium">
          {updateTexts.available}
          <Button onClick={takeNewVersion}>{updateTexts.refresh}</Button>
        </p>
      )}
    </div>
  )
}
