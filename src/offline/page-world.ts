import { serverReachable } from '../api/connection'
import type { Sender, SenderWorld } from './sender'

/** This page, as a sender sees it. Without a background sync, which only some queues have. */
export const pageWorld: Omit<SenderWorld, 'requestSync'> = {
  locks: 'locks' in navigator ? navigator.locks : null,
  inFront: () => document.visibilityState === 'visible',
  now: () => performance.now(),
  random: Math.random,
  schedule: (work, afterMs) => {
    const timer = setTimeout(work, afterMs)
    return () => clearTimeout(timer)
  },
}

/** How often a page looks for what to send (ms): another page may have stored something and been closed. */
const LOOK_MS = 15_000

/** Sends when the network may be back. The `online` event is only a hint, but reason enough to try; so is a page that becomes visible. */
export function sendWhenBack(sender: Pick<Sender, 'kick' | 'leaveFront'>): void {
  window.addEventListener('online', () => sender.kick())
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') sender.kick()
    else sender.leaveFront()
  })
}

/** The same for a queue to which pages add that live for a moment, and that does not hear of it. */
export function sendWhenReachable(sender: Sender): void {
  sendWhenBack(sender)
  serverReachable.subscribe(() => {
    if (serverReachable.get()) sender.kick()
  })
  setInterval(sender.drainSoon, LOOK_MS)
}
