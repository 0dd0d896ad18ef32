import { useState, useSyncExternalStore } from 'react'
import { formatAgo } from '#lib/relative-date'
import { outboxTexts } from '#texts/outbox'
import { serverReachable } from '../../api/connection'
import { readClocks } from '../../offline/clock'
import { isWaiting } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { queuedMs } from '../../offline/queued-time'
import { Button } from '../../ui/button'
import { useNow } from '../../ui/use-now'
import { OutboxRow } from './outbox-row'
import type { OutboxRow as Row } from './use-outbox-rows'

/** Rows shown at first: rendering five hundred of them makes a phone stutter while it sends. */
const FIRST = 12

interface OutboxListProps {
  /** The signed-in account; null on the sign-in page. */
  userId: string | null
  rows: readonly Row[]
}

/** All awards of this device that the server has not confirmed, and for a few seconds those that it just confirmed. */
export function OutboxList({ userId, rows }: OutboxListProps) {
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

interface ProgressProps {
  done: number
  all: number
  label: string
}

function Progress({ done, all, label }: ProgressProps) {
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm tabular-nums">{label}</p>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={done}
        className="h-2 overflow-hidden rounded-full bg-raised forced-colors:border"
      >
        <div
          className="h-full origin-left bg-(--color-accent) forced-color-adjust-none forced-colors:bg-[Highlight]"
          style={{ transform: `scaleX(${all === 0 ? 0 : done / all})` }}
        />
      </div>
    </div>
  )
}
