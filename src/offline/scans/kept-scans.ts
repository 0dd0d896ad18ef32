import { del, promisifyRequest, set, type UseStore, values } from 'idb-keyval'
import { scan } from '#contract/calls/scan'
import type { Nfc } from '#contract/entities'
import { createEmitter, createObservable } from '#lib/observable'
import { call } from '../../api/call'
import { type ApiError, isRefusal } from '../../api/errors'
import { randomUuid } from '../../api/random-uuid'
import type { MadeAt } from '../outbox-entry'
import { type Clocks, queuedMs } from '../queued-time'
import { fetchServerTime } from '../settle-times'
import { type KeptScan, parseKeptScan } from './kept-scan'

/** Held by the tab that sends the waiting scans. */
const REPLAY_LOCK = 'geek-scans'
/** Codes after which a scan is retried: the session or the app's version may change. */
const TRIED_AGAIN: readonly string[] = ['NOT_AUTHENTICATED', 'OTHER_ACCOUNT', 'CLIENT_TOO_OLD']

export interface ScansWorld {
  readonly store: UseStore
  readonly locks: Pick<LockManager, 'request'> | null
  readonly clocks: () => Clocks
}

/** The scans stored on this device. Only 'read' storage may be shown as empty (fault 46). */
export interface KeptScansView {
  readonly storage: 'unknown' | 'read' | 'unreadable'
  readonly scans: readonly KeptScan[]
}

/** True if a rule refused for good. After any other failure the scan is retried. */
function isFinal(error: unknown): error is ApiError {
  return isRefusal(error) && !TRIED_AGAIN.includes(error.code)
}

/**
 * Players' scans that wait for the server. A bonus counts once per team however often it is scanned (rule 11), so sending
 * a scan twice is harmless. The time of the scan is stored, because the event may end before it is sent.
 */
export function createKeptScans({ store, locks, clocks }: ScansWorld) {
  const answers = createEmitter<[nfc: Nfc]>()
  const view = createObservable<KeptScansView>({ storage: 'unknown', scans: [] })

  async function refresh(): Promise<void> {
    try {
      const stored = await values<unknown>(store)
      view.set({ storage: 'read', scans: stored.flatMap((value) => parseKeptScan(value) ?? []) })
    } catch {
      view.set({ ...view.get(), storage: 'unreadable' })
    }
  }
  /** Stores the state of a scan unless the player has dismissed it meanwhile. */
  async function settle(scan: KeptScan, fate: KeptScan['fate']): Promise<void> {
    await store('readwrite', async (kept) => {
      if ((await promisifyRequest(kept.getKey(scan.scanId))) === undefined) return
      await promisifyRequest(kept.put({ ...scan, fate } satisfies KeptScan, scan.scanId))
    })
  }
  /** Sends a scan. Returns false if it must be retried later. */
  async function ask(kept: KeptScan): Promise<boolean> {
    try {
      const { serverTime, pageLife } = clocks()
      // The device's clock alone must not make a scan from an earlier page life too old (fault 32).
      if (serverTime === null && kept.made.pageLife !== pageLife) await fetchServerTime()
      const queued_ms = queuedMs(kept.made, clocks())
      const { nfc } = await call(scan, { nfc_id: kept.nfcId, user_id: kept.userId, queued_ms })
      const isFree = nfc.nfc_type === 'team' && nfc.team === null
      if (isFree) await settle(kept, { is: 'free-tag' })
      else await del(kept.scanId, store)
      answers.emit(nfc)
      return true
    } catch (error) {
      if (!isFinal(error)) return false
      await settle(kept, { is: 'refused', reason: error.message })
      return true
    }
  }
  const scanOf = (userId: string, nfcId: string) =>
    view.get().scans.find((scan) => scan.userId === userId && scan.nfcId === nfcId)

  async function askAll(userId: string): Promise<void> {
    await refresh()
    for (const scan of view.get().scans.filter((one) => one.userId === userId && one.fate.is === 'waiting')) {
      if (!(await ask(scan))) break
    }
    await refresh()
  }

  return {
    refresh,
    /** Stores a scan, once per tag and account. Rejects if it cannot be stored. */
    async keep(userId: string, nfcId: string, made: MadeAt): Promise<void> {
      await refresh()
      const same = scanOf(userId, nfcId)
      const scanId = same?.scanId ?? randomUuid()
      // A repeated scan keeps the time of the one that waits; after a response it is a new scan.
      const firstMade = same?.fate.is === 'waiting' ? same.made : made
      const scan: KeptScan = { version: 1, scanId, userId, nfcId, made: firstMade, fate: { is: 'waiting' } }
      await set(scanId, scan, store)
      await refresh()
    },
    /** When the waiting scan of this tag was made; null if none waits. */
    async waitingSince(userId: string, nfcId: string): Promise<MadeAt | null> {
      await refresh()
      const same = scanOf(userId, nfcId)
      return same?.fate.is === 'waiting' ? same.made : null
    },
    /** Removes the scan of a tag once a screen has shown the server's result. */
    async forget(userId: string, nfcId: string): Promise<void> {
      await refresh()
      const same = scanOf(userId, nfcId)
      if (same === undefined) return
      await del(same.scanId, store)
      await refresh()
    },
    /** Sends this account's waiting scans, in one tab at a time. */
    async replay(userId: string): Promise<void> {
      if (locks === null) await askAll(userId)
      else await locks.request(REPLAY_LOCK, { ifAvailable: true }, (lock) => (lock === null ? refresh() : askAll(userId)))
    },
    /** Removes a scan that the player has seen. */
    async dismiss(scanId: string): Promise<void> {
      await del(scanId, store)
      await refresh()
    },
    view: view.get,
    subscribe: view.subscribe,
    /** Notifies `listener` of the server's result for a kept scan. Returns an unsubscribe function. */
    onAnswer: answers.subscribe,
  }
}
