import { WAITING_HEADER } from '#contract/protocol'
import { createObservable, type Observable } from '#lib/observable'

const reachable = createObservable(true)

/**
 * True if the server responded to the last call. Derived from calls, because navigator.onLine is
 * only a hint.
 */
export const serverReachable: Observable<boolean> = reachable

export const setServerReachable = reachable.set

/** The server's ledger. `fresh`: awards confirmed earlier must not be resent to it. */
export interface ServerLedger {
  readonly ledger: string
  readonly fresh: boolean
}

const reported = createObservable<ServerLedger | null>(null)

/** Null until the server has reported its ledger; older servers do not. */
export const serverLedger: Observable<ServerLedger | null> = reported

/** Records the ledger that a response or the stream's greeting names. */
export function recordLedger({
  ledger,
  fresh,
}: {
  readonly ledger?: string | undefined
  readonly fresh?: boolean | undefined
}): void {
  if (ledger !== undefined && ledger !== reported.get()?.ledger)
    reported.set({ ledger, fresh: fresh === true })
}

const draining = createObservable(false)

/**
 * True while this page drains its outbox. Refetches of the booth's lists wait for the end of the
 * drain: news of the device's own awards would cause one after each batch.
 */
export const outboxDraining: Observable<boolean> = draining

export const setOutboxDraining = draining.set

let waiting: number | null = null
/** The number that the latest call reported; null if none did. */
let reportedWaiting: number | null = null

/**
 * Sets the number of waiting awards that calls report to the organiser; null unless on a booth's
 * device.
 */
export function reportWaiting(count: number | null): void {
  waiting = count
}

/** True if the latest call reported more waiting awards than there are now. */
export function isReportOutdated(): boolean {
  return waiting !== null && reportedWaiting !== null && waiting < reportedWaiting
}

export function waitingHeader(): Record<string, string> {
  reportedWaiting = waiting
  return waiting === null ? {} : { [WAITING_HEADER]: String(waiting) }
}
