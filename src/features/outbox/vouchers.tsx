import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { listVendors } from '#contract/calls/booth'
import type { Code } from '#contract/codes'
import { outboxTexts } from '#texts/outbox'
import { teamTexts } from '#texts/team'
import { voucherTexts } from '#texts/voucher'
import { query } from '../../api/queries'
import { type CopyEntry, isWaiting } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { makeVouchers } from '../../offline/signing'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { FullScreenCode } from '../../ui/qr-code'

/** Names a voucher's points and booth as the phone last knew them. */
function useWhat(isSignedIn: boolean): (copy: CopyEntry) => string {
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

/** One line for each award, whatever the number of its copies. */
function onePerAward(copies: readonly CopyEntry[]): CopyEntry[] {
  return [...new Map(copies.map((one) => [`${one.awardId} ${one.fate.is}`, one])).values()]
}

function useCarried(userId: string | null): CopyEntry[] {
  return onePerAward(useOutbox().copies.filter((one) => one.userId === (userId ?? '')))
}

/** The row under the card's points while this phone carries awards that may still count; else what stands there. */
export function VoucherRow({ userId, children }: { userId: string; children: ReactNode }) {
  const copies = useCarried(userId)
  const what = useWhat(true)
  const lines = copies.map((one) => pendingLineOf(one, what(one))).filter((line) => line !== null)
  if (lines.length === 0) return children
  return (
    <div className="flex min-h-12 flex-col justify-center rounded-control bg-raised px-3 py-1 leading-snug forced-colors:border">
      <p className="font-semibold text-warn short:text-sm">{lines[0]}</p>
      {lines.length > 1 && <p className="text-sm text-soft short:sr-only">{teamTexts.moreArrived(lines.length - 1)}</p>}
    </div>
  )
}

export interface VouchersPanelProps {
  userId: string | null
  /** Those that wait stand in the row under the points. */
  hasRow?: boolean
}

/** Awards that this phone carries for its team: their points are not the team's before the server says so. */
export function VouchersPanel({ userId, hasRow = false }: VouchersPanelProps) {
  const all = useCarried(userId)
  const copies = hasRow ? all.filter(({ fate }) => fate.is !== 'waiting') : all
  const what = useWhat(userId !== null)
  if (copies.length === 0) return null
  return (
    <Panel title={voucherTexts.title}>
      <ul className="flex flex-col divide-y divide-line">
        {copies.map((one) => (
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
      {userId === null && copies.length > 0 && <p className="mt-3 text-soft">{voucherTexts.signIn}</p>}
    </Panel>
  )
}

/** As many of a team's waiting awards are shown together. */
const MOST = 5
/** What a code may hold that a cheap camera reads at arm's length: 97 modules a side. */
const ONE_CODE_BYTES = 850

interface VoucherDialogProps {
  readonly awardId: string
  readonly teamId: string
  readonly teamName: string
  readonly userId: string
  readonly onClose: () => void
}

/** This award and the team's latest others that wait. */
function awardsToShow({ awardId, teamId, userId }: VoucherDialogProps): string[] {
  const waiting = pageOutbox
    .view()
    .entries.filter((one) => one.teamId === teamId && one.userId === userId && isWaiting(one) && !one.cancelled)
  const latest = waiting.toReversed().map((one) => one.awardId)
  return [awardId, ...latest.filter((id) => id !== awardId)].slice(0, MOST)
}

/** Several on one code where they fit, one a line; else one each. */
function codesFor(addresses: readonly string[]): readonly string[] {
  const together = addresses.join('\n')
  return together.length <= ONE_CODE_BYTES ? [together] : addresses
}

/** The team's copies as QR codes: full screen, bright, and the screen stays awake. */
export function VoucherDialog(props: VoucherDialogProps) {
  const { awardId, teamName, userId, onClose } = props
  const [awardIds] = useState(() => awardsToShow(props))
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [index, setIndex] = useState(0)
  const isRecorded = useOutbox().recorded.has(awardId)
  useEffect(() => {
    void makeVouchers(userId, () => pageOutbox.handOut(awardIds)).then(
      (addresses) => setCodes(addresses.length === 0 ? [] : codesFor(addresses)),
      () => setCodes([]),
    )
  }, [userId, awardIds])
  const code = codes?.[index]
  return (
    <FullScreenCode title={teamName} code={code} dense label={voucherTexts.qrLabel(teamName)} onClose={onClose}>
      <div className="flex flex-col items-center gap-3 text-lg landscape:flex-1">
        {codes !== null && codes.length > 1 && <Turn index={index} all={codes.length} onTurn={setIndex} />}
        <p role="status">
          {isRecorded ? voucherTexts.recorded : code === undefined && codes !== null ? voucherTexts.notReady : voucherTexts.hint}
        </p>
      </div>
    </FullScreenCode>
  )
}

/** Leads through codes that do not fit into one. */
function Turn({ index, all, onTurn }: { index: number; all: number; onTurn: (index: number) => void }) {
  const classes = 'grid size-12 cursor-pointer place-items-center rounded-full bg-black text-white focus-visible:outline-black'
  return (
    <div className="flex items-center gap-4">
      <button
        type="button"
        aria-label={voucherTexts.previous}
        className={classes}
        onClick={() => onTurn((index + all - 1) % all)}
      >
        <ChevronLeft aria-hidden className="size-6" />
      </button>
      <span aria-live="polite">{voucherTexts.position(index + 1, all)}</span>
      <button type="button" aria-label={voucherTexts.next} className={classes} onClick={() => onTurn((index + 1) % all)}>
        <ChevronRight aria-hidden className="size-6" />
      </button>
    </div>
  )
}
