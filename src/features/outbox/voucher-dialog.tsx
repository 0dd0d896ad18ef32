import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useState } from 'react'
import { voucherTexts } from '#texts/voucher'
import { isWaiting } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { makeVouchers } from '../../offline/signing'
import { FullScreenCode } from '../../ui/full-screen-code'

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

interface TurnProps {
  readonly index: number
  readonly all: number
  readonly onTurn: (index: number) => void
}

/** Leads through codes that do not fit into one. */
function Turn({ index, all, onTurn }: TurnProps) {
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
