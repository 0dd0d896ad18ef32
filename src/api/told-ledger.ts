import { createObservable, type Observable } from '#lib/observable'

/** Which ledger the server has said that it holds. `fresh`: nothing that was confirmed before belongs into it. */
export interface ToldLedger {
  readonly ledger: string
  readonly fresh: boolean
}

const told = createObservable<ToldLedger | null>(null)

/** The server's ledger; null until it has said, and while it is older than that. */
export const toldLedger: Observable<ToldLedger | null> = told

/** Records what an answer or the stream's greeting says of the server's ledger. */
export function noteLedger({
  ledger,
  fresh,
}: {
  readonly ledger?: string | undefined
  readonly fresh?: boolean | undefined
}): void {
  if (ledger !== undefined && ledger !== told.get()?.ledger) told.set({ ledger, fresh: fresh === true })
}
