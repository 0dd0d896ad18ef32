import type { UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { currentUser } from '#contract/calls/sign-in'
import { deliver } from '#contract/calls/voucher'
import type { Award } from '#contract/entities'
import { call } from '../api/call'
import { ApiError, isRefusal } from '../api/errors'
import { createKeptQueue, type KeptView } from './kept-queue'
import { blockedBy, isSessionCode } from './sender'
import { createStrictStore, VOUCHERS_DATABASE } from './strict-store'

const voucherSchema = v.object({
  version: v.literal(1),
  /** Also its key: of two copies of one award one may be forged. */
  voucher: v.string(),
  /** Whose phone it was when it was scanned; empty if nobody was signed in. */
  userId: v.string(),
  awardId: v.string(),
  vendorId: v.string(),
  teamId: v.string(),
  pointType: v.string(),
  fate: v.variant('is', [
    v.object({ is: v.literal('waiting') }),
    v.object({ is: v.literal('refused'), reason: v.string(), code: v.optional(v.string()) }),
    /** Its maker was no staff of that booth. */
    v.object({ is: v.literal('notByStaff') }),
    /** Recorded, and voided since. */
    v.object({ is: v.literal('voided') }),
  ]),
})

/** A team's copy of an award that this phone carries. */
export type KeptVoucher = v.InferOutput<typeof voucherSchema>
export type KeptVouchersView = KeptView<KeptVoucher>

/** No final answer: another session, version of the app or of the server may take it. */
const isUndecided = (code: string) => isSessionCode(code) || code === 'CLIENT_TOO_OLD' || code === 'UNKNOWN_ACTION'

/** Only of copies that a revoked device signed does the server take so few that one waits longer than this (ms). */
const LONG_MS = 60_000

const stays = (kept: KeptVoucher | null) => ({ is: 'decided', left: kept, answer: null }) as const

/** What becomes of a voucher that the server did not take. Rejects if it cannot be asked whose session it is. */
async function failed(kept: KeptVoucher, error: unknown) {
  if (!isRefusal(error) || isUndecided(error.code)) return blockedBy(error)
  if (error.code !== 'FORBIDDEN') return stays({ ...kept, fate: { is: 'refused', reason: error.message, code: error.code } })
  const { user } = await call(currentUser, {})
  // It is another account's since, in another tab.
  if (user.id !== kept.userId) return { is: 'other-session' } as const
  // Not of this team: the phone keeps it for nobody.
  return stays(user.team?.team_id === kept.teamId ? { ...kept, fate: { is: 'notByStaff' } } : null)
}

/** Vouchers that wait for the server. Delivering one twice is harmless (rule 10), so page and worker send them alike. */
export function createVoucherQueue(store: UseStore = createStrictStore(VOUCHERS_DATABASE, 'vouchers')) {
  const heldUntil = new Map<string, number>()
  return createKeptQueue<KeptVoucher, Award>({
    lock: 'geek-vouchers',
    store,
    schema: voucherSchema,
    idOf: ({ voucher }) => voucher,
    async send(kept) {
      if ((heldUntil.get(kept.voucher) ?? 0) > performance.now()) return stays(kept)
      try {
        const { award } = await call(deliver, { voucher: kept.voucher })
        if (award.voided) return stays({ ...kept, fate: { is: 'voided' } })
        return { is: 'decided', left: null, answer: award }
      } catch (error) {
        const waitMs = error instanceof ApiError && error.code === 'TOO_MANY_REQUESTS' ? (error.retryAfterMs ?? 0) : 0
        if (waitMs <= LONG_MS) return await failed(kept, error).catch(blockedBy)
        // This one voucher waits, while the server takes others.
        heldUntil.set(kept.voucher, performance.now() + waitMs)
        return stays(kept)
      }
    },
  })
}
