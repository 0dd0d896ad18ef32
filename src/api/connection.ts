import { WAITING_HEADER } from '#contract/protocol'
import { createObservable, type Observable } from '#lib/observable'

const reachable = createObservable(true)

/** True if the server responded to the last call. Derived from calls, because navigator.onLine is only a hint. */
export const serverReachable: Observable<boolean> = reachable

export function noteAnswer(): void {
  reachable.set(true)
}

export function noteSilence(): void {
  reachable.set(false)
}

/** Which ledger the server has said that it holds. `fresh`: nothing that was confirmed before belongs into it. */
export interface ServerLedger {
  readonly ledger: string
  readonly fresh: boolean
}

const told = createObservable<ServerLedger | null>(null)

/** The server's ledger; null until it has said, and while it is older than that. */
export const serverLedger: Observable<ServerLedger | null> = told

/** Records what an answer or the stream's greeting says of the server's ledger. */
export function recordLedger({
  ledger,
  fresh,
}: {
  readonly ledger?: string | undefined
  readonly fresh?: boolean | undefined
}): void {
  if (ledger !== undefined && ledger !== told.get()?.ledger) told.set({ ledger, fresh: fresh === true })
}

let waiting: number | null = null

/** Sets how many awards wait on this device, which the organiser wants to know; null on devices that are no booth's. */
export function reportWaiting(count: number | null): void {
  waiting = count
}

export function waitingHeader(): Record<string, string> {
  return waiting === null ? {} : { [WAITING_HEADER]: String(waiting) }
}
