import { del, set, type UseStore, values } from 'idb-keyval'
import type { Nfc } from '#contract/entities'
import { call } from '../../api/call'
import { ApiError } from '../../api/errors'
import { randomUuid } from '../../api/random-uuid'
import type { MadeAt } from '../outbox-entry'
import { type Clocks, queuedMs } from '../queued-time'
import { type KeptScan, parseKeptScan } from './kept-scan'

const HTTP_OK = 200
/** After these the scan may still come to something: who is signed in, or which app this is, has to change first. */
const TRIED_AGAIN: readonly string[] = ['NOT_AUTHENTICATED', 'OTHER_ACCOUNT', 'CLIENT_TOO_OLD']

export interface ScansWorld {
  readonly store: UseStore
  readonly locks: Pick<LockManager, 'request'> | null
  readonly clocks: () => Clocks
  /** Told of what a scan that had waited turned out to be. */
  readonly onAnswer: (nfc: Nfc) => void
}

/** Whether the server has said no for good; any other failure means that it may be asked again. */
export function isFinal(error: unknown): error is ApiError {
  return error instanceof ApiError && error.httpStatus === HTTP_OK && !TRIED_AGAIN.includes(error.code)
}

/**
 * Scans of players that wait for the server. A bonus counts once per team however often it is scanned (rule 11), so one
 * that is sent twice does no harm; its time is kept, because the event may have ended meanwhile.
 */
export function createKeptScans({ store, locks, clocks, onAnswer }: ScansWorld) {
  const listeners = new Set<() => void>()
  let scans: readonly KeptScan[] = []

  async function refresh(): Promise<void> {
    const stored = await values<unknown>(store).catch(() => [])
    scans = stored.flatMap((value) => parseKeptScan(value) ?? [])
    for (const listener of listeners) listener()
  }
  /** Answers whether the server could be asked. */
  async function ask(scan: KeptScan): Promise<boolean> {
    try {
      const queued_ms = queuedMs(scan.made, clocks())
      const { nfc } = await call('scan', { nfc_id: scan.nfcId, user_id: scan.userId, queued_ms })
      const isFree = nfc.nfc_type === 'team' && nfc.team === null
      if (isFree) await set(scan.scanId, { ...scan, fate: { is: 'free-tag' } } satisfies KeptScan, store)
      else await del(scan.scanId, store)
      onAnswer(nfc)
      return true
    } catch (error) {
      if (!isFinal(error)) return false
      await set(scan.scanId, { ...scan, fate: { is: 'refused', reason: error.message } } satisfies KeptScan, store)
      return true
    }
  }
  async function askAll(userId: string): Promise<void> {
    await refresh()
    for (const scan of scans.filter((one) => one.userId === userId && one.fate.is === 'waiting')) {
      if (!(await ask(scan))) break
    }
    await refresh()
  }

  return {
    refresh,
    /** Keeps a scan, once per tag and account; rejects where the device keeps nothing. */
    async keep(userId: string, nfcId: string, made: MadeAt): Promise<void> {
      await refresh()
      const same = scans.find((scan) => scan.userId === userId && scan.nfcId === nfcId)
      const scanId = same?.scanId ?? randomUuid()
      const scan: KeptScan = { version: 1, scanId, userId, nfcId, made: same?.made ?? made, fate: { is: 'waiting' } }
      await set(scanId, scan, store)
      await refresh()
    },
    /** Asks the server about all that wait for this account, one tab at a time. */
    async replay(userId: string): Promise<void> {
      if (locks === null) await askAll(userId)
      else await locks.request('geek-scans', { ifAvailable: true }, (lock) => (lock === null ? refresh() : askAll(userId)))
    },
    /** Puts away what a person has seen. */
    async dismiss(scanId: string): Promise<void> {
      await del(scanId, store)
      await refresh()
    },
    view: (): readonly KeptScan[] => scans,
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
