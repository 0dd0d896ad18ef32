import { useSyncExternalStore } from 'react'
import { localStorageOrNull } from '#lib/local-storage'
import { onServerTime } from '#lib/server-clock'
import { afterPaint } from '#lib/timers'
import { call, randomUuid } from '../api/call'
import { serverLedger, serverReachable, setOutboxDraining } from '../api/connection'
import { streamOpen } from '../api/live-state'
import { requestDrainInBackground } from './background'
import { deviceClock, readClocks, recordContact } from './clocks'
import { createMirror, withMirror } from './mirror'
import { createOutbox } from './outbox'
import { createOutboxCalls } from './outbox-calls'
import { openOutboxChannel } from './outbox-channel'
import { learnServerTime, settleAlone, settleTimes } from './settle-times'
import { makeVoucher } from './signing'
import { cachesOrNull, createStorageReserve } from './storage-reserve'
import { createIndexedDbOutboxStore } from './store'
import { createTransport } from './transport'
import type { OutboxView } from './view'

const channel = openOutboxChannel((message) => pageOutbox.receive(message))
const calls = createOutboxCalls(call)
const store = withMirror(
  createIndexedDbOutboxStore(),
  createMirror(localStorageOrNull()),
  randomUuid,
)

recordContact()
onServerTime(recordContact)

export const pageOutbox = createOutbox({
  store,
  reserve: createStorageReserve(cachesOrNull()),
  settleTimes: (waiting, stored) => settleTimes(store, readClocks, { waiting, stored }, calls.call),
  learnServerTime: (waiting) => learnServerTime(waiting, readClocks, calls.call),
  settleAlone: (waiting) => settleAlone(store, waiting),
  ...createTransport(readClocks, calls.call, makeVoucher),
  shortenCalls: calls.onReturn,
  afterPaint,
  broadcast: channel.broadcast,
  requestSync: requestDrainInBackground,
  locks: 'locks' in navigator ? navigator.locks : null,
  isVisible: () => document.visibilityState === 'visible',
  now: () => performance.now(),
  random: Math.random,
  schedule: (work, afterMs) => {
    const timer = setTimeout(work, afterMs)
    return () => clearTimeout(timer)
  },
})

pageOutbox.subscribe(() => setOutboxDraining(pageOutbox.view().isDraining))

/** Compare confirmed awards with the server's ledger this often, and retry after this long (ms). */
const RECONCILE_AGAIN_MS = 3_600_000
const RECONCILE_RETRY_MS = 10_000
let reconciling: ReturnType<typeof setTimeout> | undefined
function reconcileLedger(): void {
  const current = serverLedger.get()
  if (current === null) return
  clearTimeout(reconciling)
  const again = (afterMs: number) => {
    reconciling = setTimeout(reconcileLedger, afterMs)
  }
  pageOutbox.reconcileLedger(current).then(
    () => again(RECONCILE_AGAIN_MS),
    () => again(RECONCILE_RETRY_MS),
  )
}
serverLedger.subscribe(reconcileLedger)
reconcileLedger()

// The `online` event is only a hint, but reason enough to try; so is a page that becomes visible,
// and a stream that opens.
window.addEventListener('online', () => pageOutbox.onReturn())
for (const sign of [serverReachable, streamOpen]) {
  sign.subscribe(() => {
    if (sign.get()) pageOutbox.onReturn()
  })
}
document.addEventListener('visibilitychange', () => {
  // Save the clock before the outbox sends anything.
  deviceClock.save()
  if (document.visibilityState === 'visible') pageOutbox.onReturn()
  else pageOutbox.onHidden()
})
// The next page life continues from here, even if the device's clock was changed during this one
// (fault 50).
window.addEventListener('pagehide', () => deviceClock.save())
// A killed page saves nothing; limit the lost part of the timeline to this interval (ms).
setInterval(() => deviceClock.save(), 10_000)

/**
 * Render the first change at once and batch those within this time (ms) after it: a drain makes
 * hundreds of changes a second.
 */
const GATHER_MS = 16

function subscribeGathered(listener: () => void): () => void {
  let due: ReturnType<typeof setTimeout> | undefined
  let notifiedAt = Number.NEGATIVE_INFINITY
  function notify(): void {
    due = undefined
    notifiedAt = performance.now()
    listener()
  }
  const unsubscribe = pageOutbox.subscribe(() => {
    if (due !== undefined) return
    const waitMs = notifiedAt + GATHER_MS - performance.now()
    if (waitMs <= 0) notify()
    else due = setTimeout(notify, waitMs)
  })
  return () => {
    clearTimeout(due)
    unsubscribe()
  }
}

/** Calls the listener after the frame that shows a change, so that it does not delay that frame. */
function subscribeAfterPaint(listener: () => void): () => void {
  let isDue = false
  let hasEnded = false
  const unsubscribe = pageOutbox.subscribe(() => {
    if (isDue) return
    isDue = true
    afterPaint(() => {
      isDue = false
      if (!hasEnded) listener()
    })
  })
  return () => {
    hasEnded = true
    unsubscribe()
  }
}

export function useOutbox(): OutboxView {
  return useSyncExternalStore(subscribeGathered, pageOutbox.view)
}

/** For the parts around a screen: they render one frame after the screen itself. */
export function useOutboxAfterPaint(): OutboxView {
  return useSyncExternalStore(subscribeAfterPaint, pageOutbox.view)
}

/**
 * Like `useOutboxAfterPaint`, but renders only if the selected part has changed.
 * @param select returns the same value for the same part
 */
export function useOutboxPart<T>(select: (view: OutboxView) => T): T {
  return useSyncExternalStore(subscribeAfterPaint, () => select(pageOutbox.view()))
}

const hasNothingPending = ({ storage, entries, scans, copies, unreadable }: OutboxView) =>
  storage === 'read' && entries.length + scans.length + copies.length + unreadable.length === 0

/**
 * True if no account has waiting entries or unseen outcomes on this device; false while unknown.
 * Offer the installation only if true: an installed app may have its own storage and not see them.
 */
export function useNothingPending(): boolean {
  return useOutboxPart(hasNothingPending)
}
