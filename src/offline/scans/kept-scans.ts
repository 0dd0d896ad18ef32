import { del, promisifyRequest, set, type UseStore, values } from 'idb-keyval'
import type { Nfc } from '#contract/entities'
import { call } from '../../api/call'
import { ApiError, CommunicationError } from '../../api/errors'
import { randomUuid } from '../../api/random-uuid'
import { learnServerTime } from '../learn-server-time'
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

/** Whether nothing that the rules say was heard: silence, or an answer from before them. The same scan may still bring something. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof CommunicationError || (error instanceof ApiError && error.httpStatus !== HTTP_OK)
}

/** Whether the server has said no for good; any other failure means that it may be asked again. */
function isFinal(error: unknown): error is ApiError {
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
  /** Writes what became of a scan, unless the person has put it away meanwhile. */
  async function settle(scan: KeptScan, fate: KeptScan['fate']): Promise<void> {
    await store('readwrite', async (kept) => {
      if ((await promisifyRequest(kept.getKey(scan.scanId))) === undefined) return
      await promisifyRequest(kept.put({ ...scan, fate } satisfies KeptScan, scan.scanId))
    })
  }
  /** Answers whether the server could be asked. */
  async function ask(scan: KeptScan): Promise<boolean> {
    try {
      await learnServerTime(scan.made, clocks())
      const queued_ms = queuedMs(scan.made, clocks())
      const { nfc } = await call('scan', { nfc_id: scan.nfcId, user_id: scan.userId, queued_ms })
      const isFree = nfc.nfc_type === 'team' && nfc.team === null
      if (isFree) await settle(scan, { is: 'free-tag' })
      else await del(scan.scanId, store)
      onAnswer(nfc)
      return true
    } catch (error) {
      if (!isFinal(error)) return false
      await settle(scan, { is: 'refused', reason: error.message })
      return true
    }
  }
  const scanOf = (userId: string, nfcId: string) => scans.find((scan) => scan.userId === userId && scan.nfcId === nfcId)

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
      const same = scanOf(userId, nfcId)
      const scanId = same?.scanId ?? randomUuid()
      // Of a scan that waits the first counts; after an answer it is a new one.
      const firstMade = same?.fate.is === 'waiting' ? same.made : made
      const scan: KeptScan = { version: 1, scanId, userId, nfcId, made: firstMade, fate: { is: 'waiting' } }
      await set(scanId, scan, store)
      await refresh()
    },
    /** When a scan of this tag was made that still waits; null where none does. */
    async waitingSince(userId: string, nfcId: string): Promise<MadeAt | null> {
      await refresh()
      const same = scanOf(userId, nfcId)
      return same?.fate.is === 'waiting' ? same.made : null
    },
    /** What was kept of a tag is of no use any more once a screen has shown what the server says of it. */
    async forget(userId: string, nfcId: string): Promise<void> {
      await refresh()
      const same = scanOf(userId, nfcId)
      if (same === undefined) return
      await del(same.scanId, store)
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
