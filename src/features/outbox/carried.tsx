import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense } from 'react'
import type { User } from '#contract/entities'
import { formatAgo } from '#lib/relative-date'
import { outboxTexts } from '#texts/outbox'
import { scanTexts } from '#texts/scan'
import { queuedMs, readClocks } from '../../offline/clocks'
import type { ScanEntry } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { Button, buttonClasses } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { useNow } from '../../ui/use-now'
import type { VouchersPanelProps } from './vouchers'

/** The tags that a player scanned offline. Renders nothing if there are none. */
export function ScansPanel({ user: { id: userId, team } }: { user: User }) {
  const { storage, scans: all } = useOutbox()
  const scans = all.filter((scan) => scan.userId === userId)
  const now = useNow()
  if (scans.length === 0 && storage !== 'unreadable') return null
  return (
    <Panel title={scanTexts.keptTitle}>
      {storage === 'unreadable' && <p className="text-danger">{scanTexts.keptUnreadable}</p>}
      <ul className="flex flex-col divide-y divide-line">
        {scans.map((scan) => (
          <li key={scan.scanId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0 flex-1 basis-48">
              <p className="font-semibold">{kindOf(scan)}</p>
              <p className="text-sm text-soft first-letter:uppercase">
                {formatAgo(now - queuedMs(scan.made, readClocks()), now)}
              </p>
              <Fate scan={scan} teamless={team === null} />
            </div>
            <Way scan={scan} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What kind of tag it was, as far as this device knows: only treasures prove their touches. */
function kindOf({ fate, proof }: ScanEntry): string {
  if (fate.is === 'free-tag') return scanTexts.freeTag
  return proof === undefined ? scanTexts.keptTag : scanTexts.keptTreasure
}

function Fate({ scan: { fate, proof }, teamless }: { scan: ScanEntry; teamless: boolean }) {
  switch (fate.is) {
    case 'waiting':
      return (
        <p className="text-sm text-warn">{teamless && proof !== undefined ? scanTexts.keptNeedsTeam : outboxTexts.waiting}</p>
      )
    case 'free-tag':
      return null
    case 'refused':
      return <p className="text-sm text-danger">{fate.reason}</p>
  }
}

function Way({ scan: { scanId, nfcId, fate } }: { scan: ScanEntry }) {
  if (fate.is === 'waiting') return null
  return (
    <div className="flex flex-wrap gap-2">
      {fate.is === 'free-tag' && (
        <Link
          to="/s/$scanSlug"
          params={{ scanSlug: nfcId }}
          onClick={() => void pageOutbox.dismiss(scanId)}
          className={buttonClasses()}
        >
          {scanTexts.keptOpen}
        </Link>
      )}
      <Button variant="secondary" onClick={() => void pageOutbox.dismiss(scanId)}>
        {outboxTexts.seen}
      </Button>
    </div>
  )
}

const VouchersPanel = lazy(async () => ({ default: (await import('./vouchers')).VouchersPanel }))
const VoucherRow = lazy(async () => ({ default: (await import('./vouchers')).VoucherRow }))

/** What this phone carries for the team of an account. Loads nothing where there is none. */
export function LazyVouchersPanel(props: VouchersPanelProps) {
  const { copies } = useOutbox()
  return <Suspense>{copies.length > 0 && <VouchersPanel {...props} />}</Suspense>
}

/** What this phone carries for the team and the server has not recorded, in the row under the card's points; else what stands there. */
export function LazyVoucherRow({ userId, children }: { userId: string; children: ReactNode }) {
  const { copies } = useOutbox()
  return copies.length === 0 ? (
    children
  ) : (
    <Suspense fallback={children}>
      <VoucherRow userId={userId}>{children}</VoucherRow>
    </Suspense>
  )
}
