import type { UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { scan as scanCall } from '#contract/calls/scan'
import type { Nfc } from '#contract/entities'
import { call, randomUuid } from '../api/call'
import { type ApiError, hasCode, isRefusal } from '../api/errors'
import { fetchServerTime } from './clock'
import { createKeptQueue, type KeptView } from './kept-queue'
import { type Clocks, type MadeAt, madeSchema, queuedMs } from './queued-time'
import { blockedBy, createSender, isSessionCode, type SenderWorld } from './sender'

const fate = v.variant('is', [
  v.object({ is: v.literal('waiting') }),
  /** The tag of no team yet. Creating a team with it takes the user's decision. */
  v.object({ is: v.literal('free-tag') }),
  v.object({ is: v.literal('refused'), reason: v.string() }),
])

const scanSchema = v.object({
  version: v.literal(1),
  scanId: v.string(),
  userId: v.string(),
  nfcId: v.string(),
  made: madeSchema,
  /** Of the touch that was scanned, where the tag proves its touches. */
  proof: v.optional(v.object({ picc: v.string(), cmac: v.string() })),
  fate,
})

/** A tag that a player scanned while the server did not answer. */
export type KeptScan = v.InferOutput<typeof scanSchema>
/** When a scan was made, and with which proof. */
export type MadeScan = Pick<KeptScan, 'made' | 'proof'>
export type KeptScansView = KeptView<KeptScan>

export interface ScansWorld extends SenderWorld {
  readonly store: UseStore
  readonly clocks: () => Clocks
}

/** True if a rule refused for good. After any other failure the scan is sent again: the session or the app's version may change. */
function isFinal(error: unknown): error is ApiError {
  return isRefusal(error) && !isSessionCode(error.code) && error.code !== 'CLIENT_TOO_OLD'
}

/** A repeated scan keeps the time, and the proof, of the one that waits; after a response it is a new scan. */
function firstOf(same: KeptScan | undefined, scan: MadeScan): MadeScan {
  if (same?.fate.is !== 'waiting') return scan
  return same.proof === undefined && scan.proof !== undefined ? scan : same
}

/**
 * Players' scans that wait for the server. A bonus counts once per team however often it is scanned (rule 11), so sending
 * a scan twice is harmless. The time of the scan is stored, because the event may end before it is sent.
 */
export function createKeptScans(world: ScansWorld) {
  const { store, clocks } = world
  const queue = createKeptQueue<KeptScan, Nfc>({
    lock: 'geek-scans',
    store,
    schema: scanSchema,
    idOf: ({ scanId }) => scanId,
    async send(scan) {
      try {
        const { serverTime, pageLife } = clocks()
        // The device's clock alone must not make a scan from an earlier page life too old (fault 32).
        if (serverTime === null && scan.made.pageLife !== pageLife) await fetchServerTime()
        const queued_ms = queuedMs(scan.made, clocks())
        const { nfc } = await call(scanCall, { nfc_id: scan.nfcId, user_id: scan.userId, queued_ms, ...scan.proof })
        const isFree = nfc.nfc_type === 'team' && nfc.team === null
        return { is: 'decided', left: isFree ? { ...scan, fate: { is: 'free-tag' } } : null, answer: nfc }
      } catch (error) {
        if (!isFinal(error)) return blockedBy(error)
        // Nobody can touch the tag again from where they found a team.
        if (scan.proof !== undefined && hasCode(error, 'NOT_IN_TEAM')) return { is: 'decided', left: scan, answer: null }
        return { is: 'decided', left: { ...scan, fate: { is: 'refused', reason: error.message } }, answer: null }
      }
    },
  })
  const sender = createSender(world, queue)

  async function find(userId: string, nfcId: string): Promise<KeptScan | undefined> {
    await queue.refresh()
    return queue.view().entries.find((scan) => scan.userId === userId && scan.nfcId === nfcId)
  }

  return {
    ...sender,
    refresh: queue.refresh,
    view: queue.view,
    subscribe: queue.subscribe,
    onAnswer: queue.onAnswer,
    /** Stores a scan, once per tag and account. Rejects if it cannot be stored. */
    async keep(userId: string, nfcId: string, made: MadeAt, proof?: KeptScan['proof']): Promise<void> {
      const same = await find(userId, nfcId)
      const scanId = same?.scanId ?? randomUuid()
      const first = firstOf(same, { made, proof })
      await queue.put({ version: 1, scanId, userId, nfcId, made: first.made, proof: first.proof, fate: { is: 'waiting' } })
    },
    /** The scan that counts of this one and the one of the same tag that waits. */
    async first(userId: string, nfcId: string, scan: MadeScan): Promise<MadeScan> {
      return firstOf(await find(userId, nfcId), scan)
    },
    /** Removes the scan of a tag once a screen has shown the server's result. */
    async forget(userId: string, nfcId: string): Promise<void> {
      const same = await find(userId, nfcId)
      if (same !== undefined) await queue.remove(same.scanId)
    },
    /** Removes a scan that the player has seen. */
    dismiss: queue.remove,
  }
}
