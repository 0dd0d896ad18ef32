import { lazy, type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import type { User } from '#contract/entities'
import { createObservable } from '#lib/observable'
import { installTexts } from '#texts/install'
import { readStored, writeStored } from '../api/local-storage'
import { useNothingPending, useOutbox } from '../offline/page-outbox'
import { classes } from '../ui/classes'
import { useLazyDialog } from '../ui/dialog'
import { heldPrompt, type InstallWay, promptInstall } from './installed-app'

const OWN_WINDOW = '(display-mode: standalone), (display-mode: minimal-ui), (display-mode: window-controls-overlay)'

function isInstalledApp(): boolean {
  return navigator.standalone === true || window.matchMedia(OWN_WINDOW).matches
}

/**
 * The way to install in this browser; null if there is none, or none yet. Detects features where possible. Firefox, and the
 * menus of iPhone browsers, can be told only by the user agent.
 */
function installWay(): InstallWay | null {
  if (isInstalledApp()) return null
  if (heldPrompt.get() !== null) return 'prompt'
  const { userAgent } = navigator
  // WebKit on a touch screen in any browser, including an iPad whose user agent says Mac.
  if ('standalone' in navigator && navigator.maxTouchPoints > 0) {
    return /CriOS|FxiOS|EdgiOS|OPT\/|DuckDuckGo/.test(userAgent) ? 'iphone-other' : 'iphone-safari'
  }
  // Safari 17 was the first with 'Add to Dock', and the first with this CSS value.
  if ('GestureEvent' in window && CSS.supports('font-size-adjust: cap-height 1')) return 'mac-safari'
  return /Android.*Firefox\//.test(userAgent) ? 'firefox-android' : null
}

interface Install {
  /** Null if the app cannot be installed from here, or should not be because waiting items would stay behind. */
  readonly way: InstallWay | null
  /** Opens the browser's prompt, or shows the steps. Must be called from a user gesture. */
  readonly start: () => void
  /** The dialog with the steps; render it anywhere on the screen. */
  readonly steps: ReactNode
}

const loadSteps = async () => (await import('./install-dialogs')).InstallSteps

/** Installs the app in the way that this browser supports. The code of the steps is loaded on demand. */
export function useInstall(): Install {
  const way = useSyncExternalStore(heldPrompt.subscribe, installWay)
  const nothingPending = useNothingPending()
  const { open, close, Dialog } = useLazyDialog(loadSteps, installTexts.stepsNotLoaded)
  return {
    way: nothingPending ? way : null,
    start: way === 'prompt' ? promptInstall : open,
    steps: Dialog !== null && way !== null && way !== 'prompt' && <Dialog way={way} onClose={close} />,
  }
}

const KEY = 'geek-install'
const schema = v.object({
  /** The user has accepted or dismissed the offer. */
  answered: v.fallback(v.boolean(), false),
  /** An award given on this device was recorded. */
  awarded: v.fallback(v.boolean(), false),
})
type InstallMemory = v.InferOutput<typeof schema>

const recall = (): InstallMemory => readStored(KEY, schema) ?? { answered: false, awarded: false }

const installMemory = createObservable(recall())

// An answer in one tab applies to all.
window.addEventListener('storage', ({ key }) => {
  if (key === KEY) installMemory.set(recall())
})
window.addEventListener('appinstalled', () => remember({ answered: true }))

/** Stores a change on this device, or only until the page closes if storage is refused. */
function remember(change: Partial<InstallMemory>): void {
  const next = { ...installMemory.get(), ...change }
  installMemory.set(next)
  writeStored(KEY, next)
}

const InstallOffer = lazy(async () => ({ default: (await import('./install-dialogs')).InstallOffer }))

/** True if the offer was due when the screen opened or became visible again: then it shifts nothing under a thumb. */
function useComesWith(screen: string, due: boolean): boolean {
  const [begunWith, setBegunWith] = useState<string | null>(null)
  const newest = useRef<string | null>(null)
  useEffect(() => {
    const isNew = newest.current !== screen
    newest.current = screen
    if (!due) return
    const begin = () => setBegunWith(screen)
    if (isNew) begin()
    const beginOnReturn = () => {
      if (document.visibilityState === 'visible') begin()
    }
    document.addEventListener('visibilitychange', beginOnReturn)
    return () => document.removeEventListener('visibilitychange', beginOnReturn)
  }, [due, screen])
  return begunWith === screen
}

interface InstallOfferSlotProps {
  user: User
  /** The current path and the user's home path: the offer appears only on the home screen. */
  place: string
  home: string
  children: ReactNode
}

/**
 * Offers to install the app once it has proved useful: to a player with a team, and to a vendor after a recorded award. Not
 * while anything waits on this device, and not after an answer. The offer stands above the screen's content, or below it if
 * the content was rendered first.
 */
export function InstallOfferSlot({ user, place, home, children }: InstallOfferSlotProps) {
  const memory = useSyncExternalStore(installMemory.subscribe, installMemory.get)
  const { way, start, steps } = useInstall()
  const isVendor = user.vendor_id !== null
  const awardedNow = useOutbox().recorded.size > 0
  useEffect(() => {
    if (isVendor && awardedNow && !installMemory.get().awarded) remember({ awarded: true })
  }, [isVendor, awardedNow])
  const earned = isVendor ? memory.awarded : user.team !== null
  const due = place === home && way !== null && earned && !memory.answered
  const first = useComesWith(`${place} ${user.id} ${user.team?.team_id}`, due)
  function install() {
    if (way === 'prompt') remember({ answered: true })
    start()
  }
  const offer = due && (
    <div data-passing className={classes('empty:hidden', first ? 'mb-5' : 'mt-5')}>
      <Suspense>
        <InstallOffer prompts={way === 'prompt'} onInstall={install} onDismiss={() => remember({ answered: true })} />
      </Suspense>
    </div>
  )
  return (
    <>
      {first && offer}
      {children}
      {!first && offer}
      {steps}
    </>
  )
}
