import { call } from '../api/call'
import { toldLedger } from '../api/connection'
import { localStorageOrNull } from '../api/local-storage'
import { randomUuid } from '../api/random-uuid'
import { onServerTime } from '../server-clock'
import { requestDrainInBackground } from './background-sync'
import { noteContact } from './capture-clocks'
import { deviceClock, readClocks } from './clocks'
import { withCopies } from './copied-outbox-store'
import { createIndexedDbOutboxStore } from './indexed-db-outbox-store'
import { createOutbox } from './outbox'
import { openOutboxChannel } from './outbox-channel'
import { createOutboxCopies } from './outbox-copies'
import { sendAwards, voidSentAward } from './send-awards'
import { settleTimes } from './settle-times'
import { cachesOrNull, createStorageReserve } from './storage-reserve'

const channel = openOutboxChannel((message) => pageOutbox.receive(message))
const store = withCopies(createIndexedDbOutboxStore(), createOutboxCopies(localStorageOrNull()), randomUuid)

noteContact()
onServerTime(noteContact)

/** The single outbox of this page. */
export const pageOutbox = createOutbox({
  store,
  reserve: createStorageReserve(cachesOrNull()),
  settleTimes: (waiting) => settleTimes(store, readClocks, waiting),
  send: (entries) => sendAwards(entries, readClocks, call),
  undo: (entry) => voidSentAward(entry, call),
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

/** What is kept for other ledgers is looked through this often (ms), or after this long if storage failed. */
const MEET_AGAIN_MS = 3_600_000
const MEET_RETRY_MS = 10_000
let meeting: ReturnType<typeof setTimeout> | undefined
function meetLedger(): void {
  const told = toldLedger.get()
  if (told === null) return
  clearTimeout(meeting)
  const again = (afterMs: number) => {
    meeting = setTimeout(meetLedger, afterMs)
  }
  pageOutbox.meetLedger(told).then(
    () => again(MEET_AGAIN_MS),
    () => again(MEET_RETRY_MS),
  )
}
toldLedger.subscribe(meetLedger)
meetLedger()

// The `online` event is only a hint, but reason enough to try; so is a page that becomes visible.
window.addEventListener('online', () => pageOutbox.kick())
document.addEventListener('visibilitychange', () => {
  deviceClock.save()
  if (document.visibilityState === 'visible') pageOutbox.kick()
  else pageOutbox.leaveFront()
})
// The next page life continues from here, even if the device's clock was changed during this one (fault 50).
window.addEventListener('pagehide', () => deviceClock.save())
// A page that is killed says nothing: what it loses of the timeline is no longer than this (ms).
setInterval(() => deviceClock.save(), 10_000)
