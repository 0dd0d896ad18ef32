import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { User } from '#contract/entities'
import { formatMoment } from '#lib/clock-time'
import { eventTimeZone } from '#lib/server-clock'
import { whenIdle } from '#lib/timers'
import { escapeHtml } from '#texts/escape-html'
import { networkTexts } from '#texts/layout'
import { readDeviceSession } from '../api/device-session'
import { pendingIn } from '../offline/entry'
import { type KeptScreen, keepScreen } from '../offline/kept-screen'
import { pageOutbox } from '../offline/page-outbox'
import { PRODUCT_NAME } from '../ui/product'
import { homeOf } from './paths'

/** A card's code and points, and a board's teams, are on the screen by then, and points that arrive have stopped moving (ms). */
const SETTLED_AFTER_MS = 4_000
/** Longer than any day. */
const DAY_MS = 26 * 3_600_000

/** Removed before a screen is kept: what will not be true at the next start, and what only decorates. Its space stays. */
const PASSING =
  '[role="status"], [role="alert"], [data-sign], [data-passing], [aria-hidden][class*="animate-"], canvas, video, script, style'

/** The HTML of a screen, for a start before any script has run. */
function copyOf(root: HTMLElement): string {
  // In a document that loads nothing: an image copied while the page is left would be loaded as a ping, which the content security
  // policy refuses.
  const copy = document.implementation.createHTMLDocument('').importNode(root, true)
  for (const passing of copy.querySelectorAll(PASSING)) passing.remove()
  // As they are when a screen opens.
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
  return storage === 'read' ? pendingIn([...entries, ...scans, ...copies], unreadable) : null
}

/** The screen that stands there, if it is one to keep and nothing is over it: the user's card, a booth's board or its award page. */
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
  // It says nothing of what waits: its last award's state is a part that passes.
  return pathname.startsWith('/qr/') && root.querySelector('[data-points]') !== null
    ? { kind: 'award', pending: null }
    : null
}

async function isSignedIn(userId: string): Promise<boolean> {
  const session = await readDeviceSession()
  return session.is === 'signed-in' && session.userId === userId
}

/** Stores the screen, for the worker to put into the page at the next start. */
function keepShown(user: User): void {
  const root = document.getElementById('root')
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  // Without a worker nothing would read it.
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

/** Stores the card, board or award page as it is on the screen: some time after it was opened, and when the app goes into the background. */
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
