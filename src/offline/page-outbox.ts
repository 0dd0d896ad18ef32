import { requestDrainInBackground } from './background-sync'
import { readClocks } from './clocks'
import { createIndexedDbOutboxStore } from './indexed-db-outbox-store'
import { createOutbox } from './outbox'
import { openOutboxChannel } from './outbox-channel'
import { sendAward, undoAward } from './send-award'

const channel = openOutboxChannel((message) => pageOutbox.receive(message))

/** The one outbox of this page. */
export const pageOutbox = createOutbox({
  store: createIndexedDbOutboxStore(),
  send: (entry, onRecorded) => sendAward(entry, readClocks, onRecorded),
  undo: undoAward,
  locks: 'locks' in navigator ? navigator.locks : null,
  broadcast: channel.tell,
  inFront: () => document.visibilityState === 'visible',
  requestSync: requestDrainInBackground,
  now: () => performance.now(),
  random: Math.random,
  schedule: (work, afterMs) => {
    const timer = setTimeout(work, afterMs)
    return () => clearTimeout(timer)
  },
})

// The browser's word that the connection returned is a hint, and a reason to try; so is coming to the front.
window.addEventListener('online', () => pageOutbox.kick())
document.addEventListener('visibilitychange', () => {
  if (document.visibilityState === 'visible') pageOutbox.kick()
  else pageOutbox.leaveFront()
})
