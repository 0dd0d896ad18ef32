import * as v from 'valibot'
import { award } from '#contract/entities'
import { readClocks } from './device-clocks'
import { createIndexedDbOutboxStore } from './indexed-db-outbox-store'
import { createOutbox, type OutboxMessage } from './outbox'
import { sendAward } from './send-award'

const CHANNEL = 'geek-outbox'

/** Another tab may run another version of the app: what it says is parsed like anything from outside. */
const message = v.variant('is', [
  v.object({ is: v.literal('changed') }),
  v.object({ is: v.literal('sending') }),
  v.object({ is: v.literal('recorded'), award }),
])

const channel = new BroadcastChannel(CHANNEL)

/** The one outbox of this page. */
export const pageOutbox = createOutbox({
  store: createIndexedDbOutboxStore(),
  send: (entry, onRecorded) => sendAward(entry, readClocks, onRecorded),
  locks: 'locks' in navigator ? navigator.locks : null,
  broadcast: (told: OutboxMessage) => channel.postMessage(told),
  now: () => performance.now(),
  random: Math.random,
  schedule: (work, afterMs) => {
    const timer = setTimeout(work, afterMs)
    return () => clearTimeout(timer)
  },
})

channel.onmessage = ({ data }: MessageEvent<unknown>) => {
  const told = v.safeParse(message, data)
  if (told.success) pageOutbox.receive(told.output)
}

// The browser's word that the connection returned is a hint, and a reason to try; so is coming to the front.
window.addEventListener('online', () => pageOutbox.kick())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') pageOutbox.kick()
})
