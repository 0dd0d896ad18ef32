import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { User } from '#contract/entities'
import { formatMoment } from '#lib/clock-time'
import { eventTimeZone } from '#lib/server-clock'
import { whenIdle } from '#lib/timers'
import { escapeHtml } from '#texts/escape-html'
import { networkTexts } from '#texts/layout'
import { readDeviceSession } from '../api/device-session'
import { outboxFingerprint } from '../offline/entry'
import { type KeptScreen, keepScreen } from '../offline/kept-screen'
import { pageOutbox } from '../offline/page-outbox'
import { PRODUCT_NAME } from '../ui/product'
import { homeOf } from './paths'

/**
 * Store a screen this long after it opened (ms): by then a card shows its code and points, a board
 * its teams, and animations have ended.
 */
const SETTLED_AFTER_MS = 4_000
/** Longer than any day (ms): a screen this old says the day on which it was stored. */
const DAY_MS = 26 * 3_600_000

/**
 * Matches what is removed from the kept screen: decoration, and content that will be outdated at
 * the next start.
 */
const PASSING =
  '[role="status"], [role="alert"], [data-sign], [data-passing], [aria-hidden][class*="animate-"], canvas, video, script, style'

/** The HTML of a screen, for a start before any script has run. */
function copyOf(root: HTMLElement): string {
  // Copy into a document that loads nothing: an image copied while the page unloads would be
  // requested as a ping, which the content security policy refuses.
  const copy = document.implementation.createHTMLDocument('').importNode(root, true)
  for (const passing of copy.querySelectorAll(PASSING)) passing.remove()
  // Close details, as on a freshly opened screen.
  for (const opened of copy.querySelectorAll('details[open]')) opened.removeAttribute('open')
  return copy.innerHTML
}

function markOf(time: string): string {
  const place =
    'absolute inset-x-0 z-10 top-[calc(4.25rem+env(safe-area-inset-top))] text-center text-xs leading-4 text-soft'
  return `<p class="${place}">${escapeHtml(networkTexts.stateOf(time))}</p>`
}

interface ShownScreen {
  readonly kind: KeptScreen['kind']
  readonly pending: string | null
}

/** The content of the outbox; null while it is unknown. */
function pendingNow(): string | null {
  const { storage, entries, scans, copies, unreadable } = pageOutbox.view()
  return storage === 'read'
    ? outboxFingerprint([...entries, ...scans, ...copies], unreadable)
    : null
}

/**
 * The current screen if it can be kept and nothing covers it: the user's card, a booth's board or
 * award page.
 */
function shownTo(user: User, root: HTMLElement): ShownScreen | null {
  const { pathname, search } = window.location
  if (search !== '' || document.querySelector('dialog, [data-screen], [data-loader]') !== null)
    return null
  if ([...root.querySelectorAll('input')].some(({ value }) => value !== '')) return null
  const heading = root.querySelector('main h1')?.textContent
  if (user.vendor_id === null) {
    return pathname === homeOf(user) && user.team !== null && heading === user.team.team_name
      ? { kind: 'home', pending: null }
      : null
  }
  const pending = pendingNow()
  if (pathname === homeOf(user) && heading === user.vendor?.name && pending !== null)
    return { kind: 'home', pending }
  // The copy of the award page shows nothing of the outbox: the last award's state is removed.
  return pathname.startsWith('/qr/') && root.querySelector('[data-points]') !== null
    ? { kind: 'award', pending: null }
    : null
}

async function isSignedIn(userId: string): Promise<boolean> {
  const session = await readDeviceSession()
  return session.is === 'signed-in' && session.userId === userId
}

/** Stores the current screen, which the worker puts into the page at the next start. */
function keepShown(user: User): void {
  const root = document.getElementById('root')
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  // Without a worker nothing reads the stored screen.
  if (root === null || script == null || navigator.serviceWorker?.controller == null) return
  const shown = shownTo(user, root)
  if (shown === null) return
  const now = Date.now()
  const marks = {
    today: markOf(formatMoment(now, now)),
    later: markOf(formatMoment(now, now + DAY_MS)),
  }
  const screen = {
    ...shown,
    account: user.id,
    path: window.location.pathname,
    script,
    product: PRODUCT_NAME,
    keptAt: now,
    zone: eventTimeZone(),
    title: document.title,
    html: copyOf(root),
    marks,
  }
  void keepScreen(screen, () => isSignedIn(user.id))
}

/**
 * Stores the card, board or award page as shown: some time after it opened, and when the app goes
 * into the background.
 */
export function useKeptScreen(user: User | null | undefined): void {
  const path = useLocation({ select: ({ pathname }) => pathname })
  useEffect(() => {
    if (user == null || path === '') return
    const timer = setTimeout(() => whenIdle(() => keepShown(user)), SETTLED_AFTER_MS)
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') keepShown(user)
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [user, path])
}
