import { Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Hourglass } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { formatAgo } from '#lib/relative-date'
import { outboxTexts } from '#texts/outbox'
import { voucherTexts } from '#texts/voucher'
import { serverReachable } from '../../api/connection'
import { queuedMs, readClocks } from '../../offline/clocks'
import { isWaiting, type OutboxEntry } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { type AwardState, type OutboxView, stateOfAward } from '../../offline/view'
import { Button } from '../../ui/button'
import { TitledDialog } from '../../ui/dialog'
import { Progress, Room } from '../../ui/loading'
import { Dotted, Panel } from '../../ui/panel'
import { useNow } from '../../ui/use-now'
import { cancelAward, dismissAward, restoreAward, ShowToTeam, useMayShow } from './award-actions'

/** Rows are reordered only after no change for this long (ms), so that a tap on 'cancel' does not hit the row next to it. */
const STEADY_MS = 6_000

interface Row {
  readonly entry: OutboxEntry
  /** True once the award has left the outbox. */
  readonly gone: boolean
}

/** Refused awards come first, because they need the user's attention. */
function arrange(entries: readonly OutboxEntry[]): Row[] {
  const rows = entries.map((entry) => ({ entry, gone: false }))
  return [...rows.filter(({ entry }) => !isWaiting(entry)), ...rows.filter(({ entry }) => isWaiting(entry))]
}

/** Keeps the rows in their positions, including those whose awards are gone, and appends new entries. */
function keepOrder(rows: readonly Row[], entries: readonly OutboxEntry[]): Row[] {
  const current = new Map(entries.map((entry) => [entry.awardId, entry]))
  const kept = rows.map(({ entry }) => {
    const stored = current.get(entry.awardId)
    current.delete(entry.awardId)
    return stored === undefined ? { entry, gone: true } : { entry: stored, gone: false }
  })
  return [...kept, ...arrange([...current.values()])]
}

const isSame = (a: readonly Row[], b: readonly Row[]) =>
  a.length === b.length && a.every((row, index) => row.entry.awardId === b[index]?.entry.awardId && row.gone === b[index]?.gone)

/** The outbox's rows. Each keeps its position until the outbox has not changed for 6 s. */
function useOutboxRows(): readonly Row[] {
  const { entries } = useOutbox()
  const [shown, setShown] = useState<readonly Row[]>(() => arrange(entries))
  const rows = keepOrder(shown, entries)
  if (!isSame(rows, shown)) setShown(rows)
  useEffect(() => {
    const timer = setTimeout(() => setShown(arrange(entries)), STEADY_MS)
    return () => clearTimeout(timer)
  }, [entries])
  return rows
}

interface OutboxRowProps {
  row: Row
  /** The signed-in account; null on the sign-in page. Only the account that gave an award may cancel or dismiss it. */
  userId: string | null
  /** The server's time (ms). */
  now: number
}

function OutboxRow({ row, userId, now }: OutboxRowProps) {
  const view = useOutbox()
  const { entry } = row
  const state = stateOfAward(view, entry.awardId, row.gone ? undefined : entry)
  const mayShow = useMayShow(userId, state?.is === 'waiting', state?.is === 'sending')
  const [colour, text] = wordsOf(state)
  const madeAt = now - queuedMs(entry.made, readClocks())
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-48">
        <p id={`award-${entry.awardId}`} className="font-semibold">
          {entry.teamName}
        </p>
        <p className="text-sm text-soft">
          <Dotted
            parts={[
              entry.label,
              formatAgo(madeAt, now),
              ...(userId !== null && entry.userId !== userId ? [outboxTexts.otherAccount] : []),
            ]}
          />
        </p>
        <p className={`text-sm ${colour}`}>{text}</p>
        {entry.shown === true && state?.is !== 'recorded' && <p className="text-sm text-soft">{voucherTexts.shown}</p>}
      </div>
      {entry.userId === userId && view.storage === 'read' && (
        <div className="flex flex-wrap items-center gap-x-3">
          {mayShow && <ShowToTeam entry={entry} />}
          <RowAction entry={entry} state={state} />
        </div>
      )}
    </li>
  )
}

function RowAction({ entry: { awardId, label, teamName }, state }: { entry: OutboxEntry; state: AwardState | null }) {
  switch (state?.is) {
    case 'refused':
    case 'not-undone':
      return (
        <Button variant="secondary" arrives aria-describedby={`award-${awardId}`} onClick={() => void dismissAward(awardId)}>
          {outboxTexts.seen}
        </Button>
      )
    case 'waiting':
      return (
        <Button
          variant="quiet"
          arrives
          className="-mx-2 px-2!"
          aria-label={outboxTexts.cancelNamed(label, teamName)}
          onClick={() => void cancelAward(awardId)}
        >
          {outboxTexts.cancel}
        </Button>
      )
    case 'withdrawn':
      if (!state.restorable) return null
      return (
        <Button
          variant="secondary"
          arrives
          aria-label={outboxTexts.restoreNamed(label, teamName)}
          onClick={() => void restoreAward(awardId)}
        >
          {outboxTexts.restore}
        </Button>
      )
    case 'sending':
    case 'cancelling':
    case 'recorded':
    case undefined:
      return null
  }
}

const sending = ['text-soft', outboxTexts.sending] as const
const undone = ['text-soft', outboxTexts.undone] as const

/** The colour and the words of a state, which is null once the vendor has seen that the award was refused. */
function wordsOf(state: AwardState | null): readonly [colour: string, text: string] {
  switch (state?.is) {
    case 'waiting':
      return ['text-warn', outboxTexts.waiting]
    case 'sending':
      return sending
    case 'cancelling':
      return state.sending ? sending : ['text-warn', outboxTexts.cancelling]
    case 'refused':
      return ['text-danger', outboxTexts.refused(state.reason)]
    case 'not-undone':
      return ['text-danger', outboxTexts.notUndone(state.reason)]
    case 'recorded':
      return state.award.voided ? undone : ['text-accent', outboxTexts.recorded]
    case 'withdrawn':
      return undone
    case undefined:
      return ['text-soft', outboxTexts.seen]
  }
}

/** Rows shown at first: rendering five hundred of them makes a phone stutter while it sends. */
const FIRST = 12

interface OutboxListProps {
  /** The signed-in account; null on the sign-in page. */
  userId: string | null
  rows: readonly Row[]
}

/** All awards of this device that the server has not confirmed, and for a few seconds those that it just confirmed. */
function OutboxList({ userId, rows }: OutboxListProps) {
  const { storage, entries, unreadable, drainingOf, sending } = useOutbox()
  const reachable = useSyncExternalStore(serverReachable.subscribe, serverReachable.get)
  const [all, setAll] = useState(false)
  const now = useNow()
  const ownWaiting = entries.filter((entry) => entry.userId === userId && isWaiting(entry))
  const oldest = entries.find(isWaiting)
  const shown = all ? rows : rows.slice(0, FIRST)
  const total = Math.max(drainingOf ?? 0, ownWaiting.length)
  return (
    <div className="flex flex-col gap-4">
      {oldest !== undefined && (
        <p className="text-sm text-soft">{outboxTexts.since(formatAgo(now - queuedMs(oldest.made, readClocks()), now))}</p>
      )}
      {drainingOf !== null && total > 1 && (
        <Progress done={total - ownWaiting.length} all={total} label={outboxTexts.progress(total - ownWaiting.length, total)} />
      )}
      {ownWaiting.length > 0 && storage === 'read' && (
        // Without a network it is no use, and not the loudest thing on the screen.
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
        {shown.map((row) => (
          <OutboxRow key={row.entry.awardId} row={row} userId={userId} now={now} />
        ))}
      </ul>
      {shown.length < rows.length && (
        <Button variant="secondary" onClick={() => setAll(true)}>
          {outboxTexts.showAll(rows.length)}
        </Button>
      )}
      {unreadable.length > 0 && <p className="text-danger">{outboxTexts.unreadable(unreadable.length)}</p>}
    </div>
  )
}

/** The number of waiting awards on this device, or of refused ones if none waits. */
function outboxTitle({ storage, entries }: Pick<OutboxView, 'storage' | 'entries'>): string {
  // The copies may be out of date, so they are not counted.
  if (storage === 'unreadable') return outboxTexts.onDevice
  const waiting = entries.filter(isWaiting).length
  if (waiting > 0) return outboxTexts.waitingCount(waiting)
  return entries.length > 0 ? outboxTexts.refusedCount(entries.length) : outboxTexts.onDevice
}

/** How the line looks and what it says: green once all is recorded, amber while something waits, and only then. */
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

/** What this device's outbox holds, in one line that is always there. */
export function OutboxLine() {
  const [Icon, colour, text] = lineOf(useOutbox())
  return (
    <p className={`mt-1 flex items-center gap-2 text-lg font-semibold ${colour}`}>
      <Icon aria-hidden className="size-5 shrink-0" />
      <span className="grid *:[grid-area:1/1]">
        {/* As long as any: what is below does not move when it changes. */}
        <Room text={outboxTexts.storageUnreadableShort} />
        <span>{text}</span>
      </span>
    </p>
  )
}

/** The outbox as a panel. Renders nothing if it is empty and there is no problem with storage. */
export function OutboxPanel({ userId }: { userId: string | null }) {
  const outbox = useOutbox()
  const rows = useOutboxRows()
  const quiet = outbox.storage !== 'unreadable' && !outbox.lowOnRoom
  if (quiet && rows.length === 0 && outbox.unreadable.length === 0) return null
  return (
    <Panel title={outboxTitle(outbox)}>
      <StorageNotice />
      {userId === null && rows.length > 0 && <p className="mb-4 text-soft">{outboxTexts.signInToSend(rows.length)}</p>}
      <OutboxList userId={userId} rows={rows} />
    </Panel>
  )
}

function StorageNotice() {
  const { storage, entries, lowOnRoom } = useOutbox()
  return (
    <div className="flex flex-col gap-2 not-empty:mb-4">
      {storage === 'unreadable' && <p className="text-danger">{outboxTexts.storageUnreadable}</p>}
      {storage === 'unreadable' && entries.length > 0 && <p className="text-soft">{outboxTexts.copies}</p>}
      {lowOnRoom && <p className="text-warn">{outboxTexts.lowOnRoom}</p>}
    </div>
  )
}

/** Shows this device's waiting and refused awards while nobody is signed in. Sends nothing. */
export function SignedOutOutbox() {
  useEffect(() => void pageOutbox.signIn(null), [])
  return <OutboxPanel userId={null} />
}

export function OutboxDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const outbox = useOutbox()
  const rows = useOutboxRows()
  return (
    <TitledDialog title={outboxTitle(outbox)} onClose={onClose}>
      <StorageNotice />
      {rows.length > 0 || outbox.unreadable.length > 0 ? (
        <OutboxList userId={userId} rows={rows} />
      ) : (
        // Called empty only if storage could be read (fault 46).
        outbox.storage !== 'unreadable' && (
          <p className="text-soft">{outbox.storage === 'read' ? outboxTexts.allRecorded : outboxTexts.reading}</p>
        )
      )}
    </TitledDialog>
  )
}

const BASE_CLASSES =
  'settles flex min-h-12 min-w-0 cursor-pointer items-center gap-1.5 text-left group-has-[[data-sign]~[data-sign]]/signs:min-w-12 group-has-[[data-sign]~[data-sign]]/signs:justify-center underline-offset-4 hover:underline'

interface WaitingSignProps {
  /** True for staff: the sign leads to the place that shows the outbox. For others it calls `onOpen`. */
  isStaff: boolean
  onOpen: () => void
}

/**
 * Says on every screen how many awards wait or were refused, or that they cannot be read. Beside other signs only the number is
 * shown.
 */
export function WaitingSign({ isStaff, onOpen }: WaitingSignProps) {
  const outbox = useOutbox()
  const isUnreadable = outbox.storage === 'unreadable' && (isStaff || outbox.entries.length > 0)
  if (outbox.entries.length === 0 && !isUnreadable) return null
  const waiting = outbox.entries.filter(isWaiting).length
  const refusedAlone = isUnreadable || waiting === 0
  const Icon = refusedAlone ? CircleAlert : Hourglass
  const words = (
    <>
      <Icon aria-hidden className="size-4 shrink-0" />
      <span className="font-medium group-has-[[data-sign]~[data-sign]]/signs:sr-only @min-[13rem]/signs:text-sm">
        {isUnreadable ? outboxTexts.storageUnreadableShort : outboxTitle(outbox)}
      </span>
      {!isUnreadable && (
        <span aria-hidden className="hidden font-bold tabular-nums group-has-[[data-sign]~[data-sign]]/signs:inline">
          {waiting || outbox.entries.length}
        </span>
      )}
    </>
  )
  const className = `${BASE_CLASSES} ${refusedAlone ? 'text-danger' : 'text-warn'}`
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
