import { lazy, type ReactNode, Suspense, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { User } from '#contract/entities'
import { installSteps } from '#lib/install-steps'
import { readStored, writeStored } from '#lib/local-storage'
import { createObservable } from '#lib/observable'
import { installTexts } from '#texts/install'
import { useNothingPending } from '../offline/page-outbox'
import { useLazyDialog } from '../ui/dialog'
import { heldPrompt, type InstallWay, promptInstall } from './installed-app'

const OWN_WINDOW =
  '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: window-controls-overlay)'

function isInstalledApp(): boolean {
  return navigator.standalone === true || window.matchMedia(OWN_WINDOW).matches
}

/** The way to install in this browser; null if there is none, or none yet. */
function installWay(): InstallWay | null {
  if (isInstalledApp()) return null
  const steps = installSteps(
    navigator.userAgent,
    'standalone' in navigator && navigator.maxTouchPoints > 0,
  )
  return heldPrompt.get() !== null && steps !== 'in-app' ? 'prompt' : steps
}

interface Install {
  /**
   * Null if the app cannot be installed here, or should not because waiting items would stay
   * behind.
   */
  readonly way: InstallWay | null
  /** Opens the browser's prompt, or shows the steps. Must be called from a user gesture. */
  readonly start: () => void
  /** The dialog with the steps; render it anywhere on the screen. */
  readonly steps: ReactNode
}

const loadSteps = async () => (await import('./install-dialogs')).InstallSteps

/** Installs the app as this browser supports it. Loads the steps on demand. */
export function useInstall(): Install {
  const way = useSyncExternalStore(heldPrompt.subscribe, installWay)
  const nothingPending = useNothingPending()
  const { open, close, Dialog } = useLazyDialog(loadSteps, installTexts.stepsNotLoaded)
  return {
    way: nothingPending ? way : null,
    start: way === 'prompt' ? promptInstall : open,
    steps: Dialog && way !== null && way !== 'prompt' && <Dialog way={way} onClose={close} />,
  }
}

const KEY = 'geek-install'
const isStoredAnswered = () =>
  readStored(KEY, v.object({ answered: v.boolean() }))?.answered === true

/** True once somebody on this device has accepted or dismissed the offer. */
const answered = createObservable(isStoredAnswered())

// An answer in one tab applies to all.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY) answered.set(isStoredAnswered())
})
window.addEventListener('appinstalled', rememberAnswer)

/** Stores the answer on this device, or only until the page closes if storage is refused. */
function rememberAnswer(): void {
  answered.set(true)
  writeStored(KEY, { answered: true })
}

const InstallOffer = lazy(async () => ({
  default: (await import('./install-dialogs')).InstallOffer,
}))

interface InstallOfferSlotProps {
  user: User
  /** The current path and the user's home path: the offer appears only on the home screen. */
  place: string
  home: string
}

/**
 * Offers to install the app to booth staff, and to players once they are in a team; not while
 * anything waits on this device, and not after an answer. Render it below the screen's content, so
 * that it moves nothing.
 */
export function InstallOfferSlot({ user, place, home }: InstallOfferSlotProps) {
  const isAnswered = useSyncExternalStore(answered.subscribe, answered.get)
  const { way, start, steps } = useInstall()
  const isDue =
    place === home && way !== null && (user.vendor_id !== null || user.team !== null) && !isAnswered
  function install() {
    if (way === 'prompt') rememberAnswer()
    start()
  }
  return (
    <>
      {isDue && (
        <div data-passing className="mt-5 empty:hidden">
          <Suspense>
            <InstallOffer
              prompts={way === 'prompt'}
              onInstall={install}
              onDismiss={rememberAnswer}
            />
          </Suspense>
        </div>
      )}
      {steps}
    </>
  )
}
