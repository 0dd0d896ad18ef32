import { Download } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { updateTexts } from '#texts/common'
import { Button } from '../ui/button'
import { classes } from '../ui/classes'
import { newVersion, takeNewVersion } from './service-worker'

/** Beside other signs, only the button's icon is shown. */
const BY_ITSELF = 'group-has-[[data-sign]~[data-sign]]/signs:sr-only'

/** Offers a new version: above a screen, or among the signs of its header. It covers nothing and can be ignored. */
export function UpdateOffer({ isSign = false }: { isSign?: boolean }) {
  const waits = useSyncExternalStore(newVersion.subscribe, newVersion.get, () => null) !== null
  return (
    <div role="status" data-sign={isSign && waits ? '' : undefined}>
      {waits && (
        <p
          className={classes(
            'flex items-center gap-2',
            !isSign && 'relative z-20 flex-wrap justify-center border-b border-line bg-raised px-4 py-2 font-medium',
          )}
        >
          <span className={BY_ITSELF}>{updateTexts.available}</span>
          <Button arrives variant="secondary" className="px-3! text-sm whitespace-nowrap" onClick={takeNewVersion}>
            <Download aria-hidden className="size-5 @min-[10rem]/signs:hidden group-has-[[data-sign]~[data-sign]]/signs:block" />
            <span className={classes(BY_ITSELF, '@max-[10rem]/signs:sr-only')}>{updateTexts.refresh}</span>
          </Button>
        </p>
      )}
    </div>
  )
}
