import type { UseStore } from 'idb-keyval'
import * as v from 'valibot'
import { deliver } from '#contract/calls/voucher'
import type { Award } from '#contract/entities'
import { call } from '../../api/call'
import { isRefusal } from '../../api/errors'
import { createKeptQueue, type KeptView } from '../queue/kept-queue'
import { blockedBy, isSessionCode } from '../queue/sender'
import { VOUCHERS_DATABASE } from '../store/database-names'
import { createStrictStore } from '../store/strict-store'

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
  fate: v.variant('is', [v.object({ is: v.literal('waiting') }), v.object({ is: v.literal('refused'), reason: v.string() })]),
})

/** A team's copy of an award that this phone carries. */
export type KeptVoucher = v.InferOutput<typeof voucherSchema>
export type KeptVouchersView = KeptView<KeptVoucher>

/** No final answer: another session, version of the app or of the server may take it. */
const isUndecided = (code: string) => isSessionCode(code) || code === 'CLIENT_TOO_OLD' || code === 'UNKNOWN_ACTION'

/** Vouchers that wait for the server. Delivering one twice is harmless (rule 10), so page and worker send them alike. */
export function createVoucherQueue(store: UseStore = createStrictStore(VOUCHERS_DATABASE, 'vouchers')) {
  return createKeptQueue<KeptVoucher, Award>({
    lock: 'geek-vouchers',
    store,
    schema: voucherSchema,
    idOf: ({ voucher }) => voucher,
    async send(kept) {
      try {
        const { award } = await call(deliver, { voucher: kept.voucher })
        return { is: 'decided', left: null, answer: award }
      } catch (error) {
        if (!isRefusal(error) || isUndecided(error.code)) return blockedBy(error)
        // Not of this team: the phone keeps it for nobody.
        const left = error.code === 'FORBIDDEN' ? null : { ...kept, fate: { is: 'refused' as const, reason: error.message } }
        return { is: 'decided', left, answer: null }
      }
    },
  })
}
