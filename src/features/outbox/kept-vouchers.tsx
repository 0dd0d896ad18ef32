import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { listVendors } from '#contract/calls/booth'
import type { Code } from '#contract/codes'
import { outboxTexts } from '#texts/outbox'
import { teamTexts } from '#texts/team'
import { voucherTexts } from '#texts/voucher'
import { query } from '../../api/queries'
import type { CopyEntry } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'

/** Names a voucher's points and booth as the phone last knew them. */
function useWhat(isSignedIn: boolean): (kept: CopyEntry) => string {
  const { data } = useQuery({ ...query(listVendors, {}), enabled: isSignedIn })
  return ({ vendorId, pointType }) => {
    const booth = data?.vendors.find(({ vendor_id }) => vendor_id === vendorId)
    const type = booth?.point_types.find(({ point_type }) => point_type === pointType)
    return booth === undefined || type === undefined ? voucherTexts.unknownBooth : voucherTexts.what(type.points, booth.name)
  }
}

/** What may still count: the server has not seen a waiting one, and of those that it refused one waits for the organiser. Else null. */
function pendingLineOf({ fate }: CopyEntry, what: string): string | null {
  if (fate.is === 'waiting') return voucherTexts.unverified(what)
  const isKept = fate.is === 'refused' && fate.code === ('KEPT_FOR_ORGANISER' satisfies Code)
  return isKept ? voucherTexts.waits(what) : null
}

function lineOf(kept: CopyEntry, what: string): string {
  const { fate } = kept
  switch (fate.is) {
    case 'waiting':
      return voucherTexts.unverified(what)
    case 'refused':
      return voucherTexts.refused(pendingLineOf(kept, what) ?? what, fate.reason)
    case 'notByStaff':
    case 'voided':
      return voucherTexts.refused(what, voucherTexts[fate.is])
  }
}

/** One line for each award, whatever the number of its copies. */
function onePerAward(kept: readonly CopyEntry[]): CopyEntry[] {
  return [...new Map(kept.map((one) => [`${one.awardId} ${one.fate.is}`, one])).values()]
}

function useCarried(userId: string | null): CopyEntry[] {
  return onePerAward(useOutbox().copies.filter((one) => one.userId === (userId ?? '')))
}

/** The row under the card's points while this phone carries awards that may still count; else what stands there. */
export function VoucherRow({ userId, children }: { userId: string; children: ReactNode }) {
  const kept = useCarried(userId)
  const what = useWhat(true)
  const lines = kept.map((one) => pendingLineOf(one, what(one))).filter((line) => line !== null)
  if (lines.length === 0) return children
  return (
    <div className="flex min-h-12 flex-col justify-center rounded-control bg-raised px-3 py-1 leading-snug forced-colors:border">
      <p className="font-semibold text-warn short:text-sm">{lines[0]}</p>
      {lines.length > 1 && <p className="text-sm text-soft short:sr-only">{teamTexts.moreArrived(lines.length - 1)}</p>}
    </div>
  )
}

export interface KeptVouchersPanelProps {
  userId: string | null
  /** Those that wait stand in the row under the points. */
  hasRow?: boolean
}

/** Awards that this phone carries for its team: their points are not the team's before the server says so. */
export function KeptVouchersPanel({ userId, hasRow = false }: KeptVouchersPanelProps) {
  const all = useCarried(userId)
  const kept = hasRow ? all.filter(({ fate }) => fate.is !== 'waiting') : all
  const what = useWhat(userId !== null)
  if (kept.length === 0) return null
  return (
    <Panel title={voucherTexts.title}>
      <ul className="flex flex-col divide-y divide-line">
        {kept.map((one) => (
          <li key={one.voucher} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
            {one.fate.is === 'waiting' ? (
              <p className="text-warn wrap-anywhere">{lineOf(one, what(one))}</p>
            ) : (
              <>
                <p className="min-w-0 flex-1 basis-48 text-danger wrap-anywhere">{lineOf(one, what(one))}</p>
                <Button variant="secondary" arrives onClick={() => void pageOutbox.dismiss(one.voucher)}>
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
