import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listVendors } from '#contract/calls/booth'
import { deliver } from '#contract/calls/voucher'
import type { Code } from '#contract/codes'
import { outboxTexts } from '#texts/outbox'
import { voucherTexts } from '#texts/voucher'
import { query } from '../../api/calls'
import { invalidateAfter } from '../../api/stale'
import type { KeptVoucher } from '../../offline/kept-vouchers'
import { pageVouchers, useKeptVouchers } from '../../offline/page-vouchers'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { toast } from '../../ui/toast'

/** Names a voucher's points and booth as the phone last knew them. */
function useWhat(isSignedIn: boolean): (kept: KeptVoucher) => string {
  const { data } = useQuery({ ...query(listVendors, {}), enabled: isSignedIn })
  return ({ vendorId, pointType }) => {
    const booth = data?.vendors.find(({ vendor_id }) => vendor_id === vendorId)
    const type = booth?.point_types.find(({ point_type }) => point_type === pointType)
    return booth === undefined || type === undefined ? voucherTexts.unknownBooth : voucherTexts.what(type.points, booth.name)
  }
}

/** What is known of a voucher: the server has not seen a waiting one, and one of those that it refused waits for the organiser. */
function lineOf({ fate }: KeptVoucher, what: string): string {
  switch (fate.is) {
    case 'waiting':
      return voucherTexts.unverified(what)
    case 'refused': {
      const isKept = fate.code === ('KEPT_FOR_ORGANISER' satisfies Code)
      return voucherTexts.refused(isKept ? voucherTexts.waits(what) : what, fate.reason)
    }
    case 'notByStaff':
    case 'voided':
      return voucherTexts.refused(what, voucherTexts[fate.is])
  }
}

/** One line for each award, whatever the number of its copies. */
function onePerAward(kept: readonly KeptVoucher[]): KeptVoucher[] {
  return [...new Map(kept.map((one) => [`${one.awardId} ${one.fate.is}`, one])).values()]
}

/** Awards that this phone carries for its team: their points are not the team's before the server says so. */
export function KeptVouchersPanel({ userId }: { userId: string | null }) {
  const { storage, entries } = useKeptVouchers()
  const what = useWhat(userId !== null)
  useEffect(() => void pageVouchers.refresh(), [])
  const kept = onePerAward(entries.filter((one) => one.userId === (userId ?? '')))
  if (kept.length === 0 && storage !== 'unreadable') return null
  return (
    <Panel title={voucherTexts.title}>
      {storage === 'unreadable' && <p className="text-danger">{voucherTexts.unreadable}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {kept.map((one) => (
          <li key={one.voucher} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
            {one.fate.is === 'waiting' ? (
              <p className="text-warn wrap-anywhere">{lineOf(one, what(one))}</p>
            ) : (
              <>
                <p className="min-w-0 flex-1 basis-48 text-danger wrap-anywhere">{lineOf(one, what(one))}</p>
                <Button variant="secondary" arrives onClick={() => void pageVouchers.dismiss(one.voucher)}>
                  {outboxTexts.seen}
                </Button>
              </>
            )}
          </li>
        ))}
      </ul>
      {userId === null && kept.length > 0 && <p className="mt-3 text-soft">{voucherTexts.signIn}</p>}
    </Panel>
  )
}

/** Delivers what the player's phone carries, and says what arrived. */
export function VoucherReplay({ userId }: { userId: string }) {
  const client = useQueryClient()
  useEffect(() => {
    pageVouchers.signIn(userId)
    void pageVouchers.claim(userId).catch(() => undefined)
    return () => pageVouchers.signOut()
  }, [userId])
  useEffect(
    () =>
      pageVouchers.onAnswer(({ points, vendor_name }) => {
        toast.success(voucherTexts.arrived(voucherTexts.what(points, vendor_name ?? voucherTexts.unknownBooth)))
        void invalidateAfter(client, deliver)
      }),
    [client],
  )
  return null
}
