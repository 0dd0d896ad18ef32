import { lazy, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { User } from '#contract/entities'
import { useOutbox } from '../offline/use-outbox'
import { installMemory, onInstallMemory, remember } from './install-memory'
import { useInstall } from './use-install'

const InstallOffer = lazy(async () => ({ default: (await import('./install-offer')).InstallOffer }))

/** A screen that has just come is still being built for so long (ms), and what comes with it moves nothing under a thumb. */
const NEW_SCREEN_MS = 1_000

/** What may be shown from the moment at which a screen is new, or is looked at again, until it is not due any more. */
function useOnceScreenIsNew(due: boolean, screen: string): boolean {
  const [admitted, setAdmitted] = useState<string | null>(null)
  const newest = useRef({ screen: '', since: 0 })
  useEffect(() => {
    if (newest.current.screen !== screen) newest.current = { screen, since: performance.now() }
    if (!due) return
    const admit = () => setAdmitted(screen)
    if (performance.now() < newest.current.since + NEW_SCREEN_MS) admit()
    const admitOnReturn = () => {
      if (document.visibilityState === 'visible') admit()
    }
    document.addEventListener('visibilitychange', admitOnReturn)
    return () => document.removeEventListener('visibilitychange', admitOnReturn)
  }, [due, screen])
  return due && admitted === screen
}

interface InstallOfferWhereDueProps {
  user: User
  /** Where the person is, and their own home: nothing else is interrupted. */
  place: string
  home: string
}

/**
 * Offers to install the app once it has proved its worth: to a player with a team, to a vendor once an award of theirs was
 * recorded; not while anything waits on this device, and not again once answered.
 */
export function InstallOfferWhereDue({ user, place, home }: InstallOfferWhereDueProps) {
  const memory = useSyncExternalStore(onInstallMemory, installMemory)
  const { way, start, steps } = useInstall()
  const isVendor = user.vendor_id !== null
  const awardedNow = useOutbox().recorded.size > 0
  useEffect(() => {
    if (isVendor && awardedNow && !installMemory().awarded) remember({ awarded: true })
  }, [isVendor, awardedNow])
  const earned = isVendor ? memory.awarded : user.team !== null
  const due = place === home && way !== null && earned && !memory.answered
  const shown = useOnceScreenIsNew(due, `${place} ${user.id} ${user.team?.team_id}`)
  function install() {
    if (way === 'prompt') remember({ answered: true })
    start()
  }
  return (
    <>
      <Suspense>
        {shown && <InstallOffer prompts={way === 'prompt'} onInstall={install} onDismiss={() => remember({ answered: true })} />}
      </Suspense>
      {steps}
    </>
  )
}
