import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { listVendors } from '#contract/calls/booth'
import type { Code } from '#contract/codes'
import type { User } from '#contract/entities'
import { formatAgo } from '#lib/relative-date'
import { outboxTexts } from '#texts/outbox'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { voucherTexts } from '#texts/voucher'
import { query } from '../../api/queries'
import { queuedMs, readClocks } from '../../offline/clocks'
import { type CopyEntry, idOf, type ScanEntry } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { Button, buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { Panel } from '../../ui/panel'
import { useNow } from '../../ui/use-now'

/** The tags that a player scanned offline, or a notice that they cannot be read; else nothing. */
export function ScansPanel({ user: { id: userId, team } }: { user: User }) {
  const { storage, scans: all } = useOutbox()
  const scans = all.filter((scan) => scan.userId === userId)
  const now = useNow()
  if (scans.length === 0 && storage !== 'unreadable') return null
  return (
    <Panel title={scanTexts.storedTitle}>
      {storage === 'unreadable' && <p className="text-danger">{scanTexts.storedUnreadable}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {scans.map((scan) => (
          <ScanRow key={scan.scanId} scan={scan} isTeamless={team === null} now={now} />
        ))}
      </ul>
    </Panel>
  )
}

/** The kind of tag, as far as this device knows. A proof means a treasure: no other tag has one. */
function kindOf({ fate, proof }: ScanEntry): string {
  if (fate.is === 'free-tag') return scanTexts.freeTag
  return proof === undefined ? scanTexts.storedTag : scanTexts.storedTreasure
}

function ScanRow({ scan, isTeamless, now }: { scan: ScanEntry; isTeamless: boolean; now: number }) {
  const { scanId, nfcId, made, proof, fate } = scan
  const dismiss = () => void pageOutbox.dismiss(scanId)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{kindOf(scan)}</p>
        <p className="text-sm text-soft first-letter:uppercase">
          {formatAgo(now - queuedMs(made, readClocks()), now)}
        </p>
        {fate.is === 'waiting' && (
          <p className="text-sm text-warn">
            {isTeamless && proof !== undefined ? scanTexts.storedNeedsTeam : outboxTexts.waiting}
          </p>
        )}
        {fate.is === 'refused' && <p className="text-sm text-danger">{fate.reason}</p>}
      </div>
      {fate.is !== 'waiting' && (
        <div className="flex flex-wrap gap-2">
          {fate.is === 'free-tag' && (
            <Link
              to="/s/$scanSlug"
              params={{ scanSlug: nfcId }}
              onClick={dismiss}
              className={buttonClasses()}
            >
              {scanTexts.storedOpen}
            </Link>
          )}
          <Button variant="secondary" onClick={dismiss}>
            {outboxTexts.seen}
          </Button>
        </div>
      )}
    </li>
  )
}

/** Returns a function that names a voucher's points and booth by the data last read. */
function useVoucherName(isSignedIn: boolean): (copy: CopyEntry) => string {
  const { data } = useQuery({ ...query(listVendors, {}), enabled: isSignedIn })
  return ({ vendorId, pointType }) => {
    const booth = data?.vendors.find(({ vendor_id }) => vendor_id === vendorId)
    const type = booth?.point_types.find(({ point_type }) => point_type === pointType)
    return booth === undefined || type === undefined
      ? voucherTexts.unknownBooth
      : voucherTexts.what(type.points, booth.name)
  }
}

/**
 * The text of a copy that may still count, because it waits to be sent or for the organiser's
 * decision; null for any other copy.
 */
function pendingLineOf({ fate }: CopyEntry, what: string): string | null {
  if (fate.is === 'waiting') return voucherTexts.unverified(what)
  const isLate = fate.is === 'refused' && fate.code === ('KEPT_FOR_ORGANISER' satisfies Code)
  return isLate ? voucherTexts.waits(what) : null
}

function lineOf(copy: CopyEntry, what: string): string {
  const { fate } = copy
  switch (fate.is) {
    case 'waiting':
      return voucherTexts.unverified(what)
    case 'refused':
      return voucherTexts.refused(pendingLineOf(copy, what) ?? what, fate.reason)
    case 'notByStaff':
    case 'voided':
      return voucherTexts.refused(what, voucherTexts[fate.is])
  }
}

const rowKey = ({ awardId, fate }: CopyEntry) => `${awardId} ${fate.is}`

/** Keeps one copy per award and fate: an award may have several copies. */
function onePerAward(copies: readonly CopyEntry[]): CopyEntry[] {
  return [...new Map(copies.map((one) => [rowKey(one), one])).values()]
}

/** The ids of all copies that have the row of the shown one. */
export function idsInRow(shown: CopyEntry, copies: readonly CopyEntry[]): string[] {
  return copies.filter((one) => rowKey(one) === rowKey(shown)).map(idOf)
}

function useCopies(userId: string | null): CopyEntry[] {
  return useOutbox().copies.filter((one) => one.userId === (userId ?? ''))
}

/**
 * The row under the card's points that shows the copies which may still count; `children` if there
 * are none.
 */
export function VoucherRow({ userId, children }: { userId: string; children: ReactNode }) {
  const copies = onePerAward(useCopies(userId))
  const what = useVoucherName(true)
  const lines = copies.map((one) => pendingLineOf(one, what(one))).filter((line) => line !== null)
  if (lines.length === 0) return children
  return (
    <div className="flex min-h-12 flex-col justify-center rounded-control bg-raised px-3 py-1 leading-snug forced-colors:border">
      <p className="font-semibold text-warn short:text-sm">{lines[0]}</p>
      {lines.length > 1 && (
        <p className="text-sm text-soft short:sr-only">{teamTexts.moreArrived(lines.length - 1)}</p>
      )}
    </div>
  )
}

interface VouchersPanelProps {
  userId: string | null
  /** True if a `VoucherRow` on the screen already shows the waiting copies. */
  hasRow?: boolean
}

/** The copies on this phone. Their points do not count until the server has recorded them. */
export function VouchersPanel({ userId, hasRow = false }: VouchersPanelProps) {
  const all = useCopies(userId)
  const copies = onePerAward(hasRow ? all.filter(({ fate }) => fate.is !== 'waiting') : all)
  const what = useVoucherName(userId !== null)
  if (copies.length === 0) return null
  return (
    <Panel title={voucherTexts.title}>
      <ul className="flex flex-col divide-y divide-line">
        {copies.map((one) => (
          <li
            key={one.voucher}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0"
          >
            <p
              className={classes(
                'min-w-0 flex-1 basis-48 wrap-anywhere',
                one.fate.is === 'waiting' ? 'text-warn' : 'text-danger',
              )}
            >
              {lineOf(one, what(one))}
            </p>
            {one.fate.is !== 'waiting' && (
              <Button
                variant="secondary"
                arrives
                onClick={() => void pageOutbox.dismiss(...idsInRow(one, all))}
              >
                {outboxTexts.seen}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {userId === null && <p className="mt-3 text-soft">{voucherTexts.signIn}</p>}
    </Panel>
  )
}
