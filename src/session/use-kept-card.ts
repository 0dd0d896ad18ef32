import { useEffect } from 'react'
import type { User } from '#contract/entities'
import { formatMoment } from '#lib/clock-time'
import { eventTimeZone } from '#lib/server-clock'
import { whenIdle } from '#lib/timers'
import { escapeHtml } from '#texts/escape-html'
import { networkTexts } from '#texts/layout'
import { readDeviceSession } from '../api/device-session'
import { keepScreen } from '../offline/kept-screen'
import { PRODUCT_NAME } from '../ui/product'

const CARD_PATH = '/player'
/** The code and the points are on the screen by then, and points that arrive have stopped moving (ms). */
const SETTLED_AFTER_MS = 4_000
/** Longer than any day. */
const DAY_MS = 26 * 3_600_000

/** Removed before the card is kept: what will not be true at the next start, and what only decorates. Its space stays. */
const PASSING =
  '[role="status"], [role="alert"], [data-sign], [data-passing], [aria-hidden][class*="animate-"], canvas, video, script, style'

/** The HTML of a screen, for a start before any script has run. */
function copyOf(root: HTMLElement): string {
  // In a document that loads nothing: an image copied while the page is left would be loaded as a ping, which the content security
  // policy refuses.
  const copy = document.implementation.createHTMLDocument('').importNode(root, true)
  for (const passing of copy.querySelectorAll(PASSING)) passing.remove()
  return copy.innerHTML
}

function markOf(time: string): string {
  const place = 'absolute inset-x-0 top-[calc(4.25rem+env(safe-area-inset-top))] text-center text-xs leading-4 text-soft'
  return `<p class="${place}">${escapeHtml(networkTexts.stateOf(time))}</p>`
}

/** True if the card of the user's team is on the screen, and nothing over it. */
function showsCardOf(user: User, root: HTMLElement): boolean {
  if (user.team === null || window.location.pathname !== CARD_PATH || window.location.search !== '') return false
  const heading = root.querySelector('main h1')
  return heading?.textContent === user.team.team_name && document.querySelector('dialog') === null
}

async function isSignedIn(userId: string): Promise<boolean> {
  const session = await readDeviceSession()
  return session.is === 'signed-in' && session.userId === userId
}

/** Stores the card on the screen, for the worker to put into the page at the next start. */
function keepCard(user: User): void {
  const root = document.getElementById('root')
  const script = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  // Without a worker nothing would read it.
  if (root === null || script == null || navigator.serviceWorker?.controller == null || !showsCardOf(user, root)) return
  const now = Date.now()
  const marks = { today: markOf(formatMoment(now, now)), later: markOf(formatMoment(now, now + DAY_MS)) }
  const screen = {
    account: user.id,
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

/** Stores the player's card as it is on the screen: some time after it changed, and when the app goes into the background. */
export function useKeptCard(user: User | null | undefined): void {
  useEffect(() => {
    if (user == null) return
    const timer = setTimeout(() => whenIdle(() => keepCard(user)), SETTLED_AFTER_MS)
    const onVisibilityChange = () => {
      if (document.visibilityState === 'hidden') keepCard(user)
    }
    document.addEventListener('visibilitychange', onVisibilityChange)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', onVisibilityChange)
    }
  }, [user])
}
