import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatAgo } from '#lib/relative-date'
import { outboxTexts } from '#texts/outbox'
import { voucherTexts } from '#texts/voucher'
import { serverReachable } from '../../api/connection'
import { queuedMs, readClocks } from '../../offline/clocks'
import { type AwardEntry, isWaiting } from '../../offline/entry'
import { pageOutbox, useOutboxAfterPaint } from '../../offline/page-outbox'
import { type OutboxView, stateOfAward } from '../../offline/view'
import { Button } from '../../ui/button'
import { TitledDialog } from '../../ui/dialog'
import { useListWindow } from '../../ui/lists'
import { ReservedSpace } from '../../ui/loading'
import { Dotted, Panel } from '../../ui/panel'
import { useNow } from '../../ui/use-now'
import { AwardStateRow } from './award-state'
import { VouchersPanel } from './scans-and-vouchers'

/**
 * Rows are reordered only after no change for this long (ms), so that a tap on 'cancel' does not
 * hit the row next to it.
 */
const STEADY_MS = 6_000

const refusedFirst = (entries: readonly AwardEntry[]): AwardEntry[] => [
  ...entries.filter((entry) => !isWaiting(entry)),
  ...entries.filter(isWaiting),
]

/**
 * The outbox's rows, refused ones first. Rows move or disappear only after 6 s without a change.
 */
function useOutboxRows(): readonly AwardEntry[] {
  const { entries } = useOutboxAfterPaint()
  const [shown, setShown] = useState<readonly AwardEntry[]>(() => refusedFirst(entries))
  // A Map keeps the position of existing keys.
  const rows = [
    ...new Map(
      [...shown, ...refusedFirst(entries)].map((entry) => [entry.awardId, entry]),
    ).values(),
  ]
  if (rows.length > shown.length) setShown(rows)
  useEffect(() => {
    const timer = setTimeout(() => setShown(refusedFirst(entries)), STEADY_MS)
    return () => clearTimeout(timer)
  }, [entries])
  return rows
}

interface OutboxRowProps {
  entry: AwardEntry
  /**
   * The signed-in account; null on the sign-in page. Only the account that gave an award may cancel
   * or dismiss it.
   */
  userId: string | null
  /** The server's time (ms). */
  now: number
}

function OutboxRow({ entry, userId, now }: OutboxRowProps) {
  const view = useOutboxAfterPaint()
  const { awardId, teamName, label, shown } = entry
  const stored = view.entries.find((one) => one.awardId === awardId)
  const state = stateOfAward(view, awardId, stored) ?? undefined
  const madeAt = now - queuedMs(entry.made, readClocks())
  return (
    <li className="py-3 first:pt-0 last:pb-0">
      <p className="font-semibold">{teamName}</p>
      <p className="text-sm text-soft">
        <Dotted
          parts={[
            label,
            formatAgo(madeAt, now),
            ...(userId !== null && entry.userId !== userId ? [outboxTexts.otherAccount] : []),
          ]}
        />
      </p>
      <AwardStateRow
        state={state}
        now={now}
        label={label}
        teamName={teamName}
        // No undo here for recorded awards: the booth's list has it.
        mayAct={entry.userId === userId && view.storage === 'read' && state?.kind !== 'recorded'}
      />
      {shown === true && state?.kind !== 'recorded' && (
        <p className="text-sm text-soft">{voucherTexts.shown}</p>
      )}
    </li>
  )
}

/** Rows shown at first: a phone that renders five hundred rows stutters while it sends. */
const FIRST = 12

interface OutboxListProps {
  /** The signed-in account; null on the sign-in page. */
  userId: string | null
  rows: readonly AwardEntry[]
}

/** All unconfirmed awards of this device, and for a few seconds the newly confirmed ones. */
function OutboxList({ userId, rows }: OutboxListProps) {
  const { storage, entries, unreadable, sending } = useOutboxAfterPaint()
  const reachable = useSyncExternalStore(serverReachable.subscribe, serverReachable.get)
  const now = useNow()
  const { shown, endRef } = useListWindow(rows.length, FIRST)
  return (
    <div className="flex flex-col gap-4">
      {storage === 'read' &&
        entries.some((entry) => entry.userId === userId && isWaiting(entry)) && (
          // Without a network the button cannot help: make it less prominent.
          <Button
            arrives
            variant={reachable ? 'primary' : 'secondary'}
            busy={sending.size > 0}
            onClick={() => pageOutbox.sendNow()}
          >
            {outboxTexts.sendNow}
          </Button>
        )}
      <ul className="flex flex-col divide-y divide-line">
        {rows.slice(0, shown).map((entry) => (
          <OutboxRow key={entry.awardId} entry={entry} userId={userId} now={now} />
        ))}
      </ul>
      {shown < rows.length && <div ref={endRef} />}
      {unreadable.length > 0 && (
        <p className="text-danger">{outboxTexts.unreadable(unreadable.length)}</p>
      )}
    </div>
  )
}

/** The number of waiting awards on this device, or of refused ones if none waits. */
function outboxTitle({ storage, entries }: Pick<OutboxView, 'storage' | 'entries'>): string {
  // Give no number: entries that cannot be read again may be out of date.
  if (storage === 'unreadable') return outboxTexts.onDevice
  const waiting = entries.filter(isWaiting).length
  if (waiting > 0) return outboxTexts.waitingCount(waiting)
  return entries.length > 0 ? outboxTexts.refusedCount(entries.length) : outboxTexts.onDevice
}

/**
 * The outbox's state as an icon, a colour and a text: green once all is recorded, amber only while
 * something waits.
 */
function lineOf(outbox: OutboxView) {
  const { storage, entries, unreadable } = outbox
  if (storage === 'unreadable' || (entries.length === 0 && unreadable.length > 0)) {
    return [CircleAlert, 'text-danger', outboxTexts.storageUnreadableShort] as const
  }
  if (entries.some(isWaiting)) return [Hourglass, 'text-warn', outboxTitle(outbox)] as const
  if (entries.length > 0) return [CircleAlert, 'text-danger', outboxTitle(outbox)] as const
  if (storage === 'read') return [CircleCheck, 'text-accent', outboxTexts.allRecorded] as const
  return [Hourglass, 'text-soft', outboxTexts.reading] as const
}

/** The outbox's state in a line that is always present. */
export function OutboxLine() {
  const [Icon, colour, text] = lineOf(useOutboxAfterPaint())
  return (
    <p
      data-of-outbox="line"
      className={`mt-1 flex items-start gap-2 text-lg font-semibold ${colour}`}
    >
      <Icon aria-hidden className="mt-1 size-5 shrink-0" />
      <span className="grid *:[grid-area:1/1]">
        {/* Reserves the longest text's space, so that nothing below moves. */}
        <ReservedSpace text={outboxTexts.storageUnreadableShort} />
        <span>{text}</span>
      </span>
    </p>
  )
}

/** When waiting awards will be sent if nobody is signed in; null if none waits. */
export function signInHint(entries: readonly AwardEntry[]): string | null {
  const waiting = entries.filter(isWaiting).length
  return waiting === 0 ? null : outboxTexts.signInToSend(waiting)
}

/** The outbox as a panel. Renders nothing if it is empty and there is no problem with storage. */
export function OutboxPanel({ userId }: { userId: string | null }) {
  const outbox = useOutboxAfterPaint()
  const rows = useOutboxRows()
  const quiet = outbox.storage !== 'unreadable' && !outbox.lowOnRoom
  if (quiet && rows.length === 0 && outbox.unreadable.length === 0) return null
  const hint = userId === null ? signInHint(outbox.entries) : null
  return (
    <Panel title={outboxTitle(outbox)}>
      <StorageNotice />
      {hint !== null && <p className="mb-4 text-soft">{hint}</p>}
      <OutboxList userId={userId} rows={rows} />
    </Panel>
  )
}

function StorageNotice() {
  const { storage, entries, lowOnRoom } = useOutboxAfterPaint()
  return (
    <div className="flex flex-col gap-2 not-empty:mb-4">
      {storage === 'unreadable' && <p className="text-danger">{outboxTexts.storageUnreadable}</p>}
      {storage === 'unreadable' && entries.length > 0 && (
        <p className="text-soft">{outboxTexts.copies}</p>
      )}
      {lowOnRoom && <p className="text-warn">{outboxTexts.lowOnRoom}</p>}
    </div>
  )
}

/** The device's entries, shown while nobody is signed in. */
export function SignedOutOutbox() {
  useEffect(() => void pageOutbox.refresh(), [])
  return (
    <>
      <OutboxPanel userId={null} />
      <VouchersPanel userId={null} />
    </>
  )
}

export function OutboxDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const outbox = useOutboxAfterPaint()
  const rows = useOutboxRows()
  return (
    <TitledDialog title={outboxTitle(outbox)} onClose={onClose}>
      <StorageNotice />
      {rows.length > 0 || outbox.unreadable.length > 0 ? (
        <OutboxList userId={userId} rows={rows} />
      ) : (
        // Say 'empty' only if storage could be read (fault 46).
        outbox.storage !== 'unreadable' && (
          <p className="text-soft">
            {outbox.storage === 'read' ? outboxTexts.allRecorded : outboxTexts.reading}
          </p>
        )
      )}
    </TitledDialog>
  )
}

const BASE_CLASSES =
  'settles flex min-h-12 min-w-0 cursor-pointer items-center gap-1.5 text-left group-has-[[data-sign]~[data-sign]]/signs:min-w-12 group-has-[[data-sign]~[data-sign]]/signs:justify-center underline-offset-4 hover:underline'

interface WaitingSignProps {
  /**
   * True for staff, for whom the sign links to the screen with the outbox. Otherwise a tap on the
   * sign calls `onOpen`.
   */
  isStaff: boolean
  onOpen: () => void
}

/**
 * Shows on every screen how many awards wait or were refused, or that storage cannot be read. Next
 * to other signs it shows only the number.
 */
export function WaitingSign({ isStaff, onOpen }: WaitingSignProps) {
  const outbox = useOutboxAfterPaint()
  const { storage, entries } = outbox
  if (entries.length === 0 && !(isStaff && storage === 'unreadable')) return null
  const [Icon, colour, text] = lineOf(outbox)
  const words = (
    <>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="font-medium group-has-[[data-sign]~[data-sign]]/signs:sr-only @min-[13rem]/signs:text-sm">
        {text}
      </span>
      {storage !== 'unreadable' && (
        <span
          aria-hidden
          className="hidden font-bold tabular-nums group-has-[[data-sign]~[data-sign]]/signs:inline"
        >
          {entries.filter(isWaiting).length || entries.length}
        </span>
      )}
    </>
  )
  const className = `${BASE_CLASSES} ${colour}`
  return isStaff ? (
    <Link to="/vendor/dodjele" data-sign="" className={className}>
      {words}
    </Link>
  ) : (
    <button type="button" data-sign="" className={className} onClick={onOpen}>
      {words}
    </button>
  )
}
