import { useSyncExternalStore } from 'react'
import { parseVoucher } from '#contract/voucher'
import { requestDrainInBackground } from './background'
import { holdsVouchers } from './held-vouchers'
import { createVoucherQueue, type KeptVoucher, type KeptVouchersView } from './kept-vouchers'
import { pageWorld, sendWhenReachable } from './page-world'
import { createSender } from './sender'

/** Of vouchers that were scanned while nobody was signed in. */
const NOBODY = ''

const queue = createVoucherQueue()
const sender = createSender({ requestSync: requestDrainInBackground, ...pageWorld }, queue)

sendWhenReachable(sender)

async function ofNobody(): Promise<readonly KeptVoucher[]> {
  await queue.refresh()
  return queue.view().entries.filter(({ userId }) => userId === NOBODY)
}

/** The vouchers that this phone carries. A sign-out leaves them. */
export const pageVouchers = {
  refresh: queue.refresh,
  onAnswer: queue.onAnswer,
  dismiss: queue.remove,
  /** Keeps vouchers for whoever signs in next, or is signed in. Returns the last one read, or null. Rejects if storage fails. */
  async keep(texts: readonly string[]): Promise<KeptVoucher | null> {
    let last: KeptVoucher | null = null
    for (const voucher of texts) {
      const read = parseVoucher(voucher)
      if (read === null) continue
      const { awardId, vendorId, teamId, pointType } = read
      last = { version: 1, voucher, userId: NOBODY, awardId, vendorId, teamId, pointType, fate: { is: 'waiting' } }
      await queue.put(last)
    }
    if (last !== null) holdsVouchers.set(true)
    return last
  },
  /** A player carries what waits here for nobody, and delivers it once signed in here. */
  async claim(userId: string): Promise<void> {
    for (const one of await ofNobody()) await queue.put({ ...one, userId })
    sender.kick()
  },
  /** Staff carry nothing. */
  async drop(): Promise<void> {
    for (const { voucher } of await ofNobody()) await queue.remove(voucher)
  },
  /** By the screen that says what arrived, so that no answer comes before it. */
  signIn: (userId: string) => sender.signIn(userId),
  signOut: () => sender.signIn(null),
}

export function useKeptVouchers(): KeptVouchersView {
  return useSyncExternalStore(queue.subscribe, queue.view)
}
