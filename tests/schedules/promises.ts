import type { Page } from './device'
import type { LedgerRow } from './ledger'
import type { Server } from './server'
import {
  about,
  assert,
  entryOf,
  LATE_MS,
  type ScheduleEvents,
  statusOf,
  type Tapped,
} from './tapped'

/** How long a device stores what a ledger confirmed, less what it takes until all know of another (ms). */
const STORED_MS = 20 * 3_600_000

/** Fault 58: what a ledger confirmed waits on its device until that learns of the backup that took its place. */
const comesBack = ({ device, awardId }: Tapped, { restores }: ScheduleEvents) =>
  restores.length > 0 && device.keeps(awardId)

/** Awards that no device can bring back: storage never answered for it, or its database was lost too, or the restore came too late for it. */
const isForgotten = ({ device, at, unstored }: Tapped, { restores }: ScheduleEvents) =>
  restores.some((restoredAt) => unstored || device.losses > 0 || restoredAt - at > STORED_MS)

/**
 * Whether an award may be recorded and its refusal still stand on the booth's screen. Rule 17: that says that the organiser decides,
 * and goes on saying so after they have. And a refusal that a backup forgot binds neither the team's copy nor a request that was
 * still under way.
 */
function mayBeBoth(
  { awardId, isCopied }: Tapped,
  code: string,
  row: LedgerRow,
  { accepted, restores }: ScheduleEvents,
): boolean {
  if (code === 'KEPT_FOR_ORGANISER' && accepted.has(awardId)) return true
  return restores.some(
    (at) => row.received_at >= at && (isCopied || row.received_at < at + LATE_MS),
  )
}

/** Invariants at any time. A recorded award whose response has not arrived yet still counts as waiting on the device. */
export function checkStatuses(
  server: Server,
  taps: readonly Tapped[],
  events: ScheduleEvents,
  atEnd = false,
): void {
  for (const tap of taps) {
    const { waiting, refused, row } = statusOf(server, tap)
    const recorded = row !== undefined
    const mayReturn = isForgotten(tap, events) || (!atEnd && comesBack(tap, events))
    const shown = tap.shown !== null
    const wanted = tap.takenBack === 'no'
    // Awards that only a destroyed device had are lost; of those it had shown, the team carries a copy until they are decided.
    const isCarried =
      tap.isDestroyed && (!tap.isCopied || tap.isCopyLost || !atEnd || tap.copyRefused !== null)
    assert(
      !shown || !wanted || waiting || recorded || refused !== null || mayReturn || isCarried,
      `lost: ${about(tap)} is nowhere`,
    )
    assert(
      tap.takenBack !== 'before it was sent' || !recorded,
      `${about(tap)} was taken back unsent, and is recorded`,
    )
    assert(
      row === undefined || !wanted || refused === null || mayBeBoth(tap, refused, row, events),
      `${about(tap)} is recorded, and refused on the screen: ${refused}`,
    )
    const { closedWith, accepted } = events
    const mayCount = closedWith === null || closedWith.has(tap.awardId) || accepted.has(tap.awardId)
    assert(!recorded || mayCount, `${about(tap)} was recorded while results were closed`)
  }
}

/** Every claim of a screen must be true at that moment. */
export function checkView(
  server: Server,
  { outbox }: Page,
  taps: ReadonlyMap<string, Tapped>,
  events: ScheduleEvents,
): void {
  const { recorded, entries } = outbox.view()
  for (const [id, award] of recorded) {
    const tap = taps.get(id)
    // Until the page learns of a backup in the database's place.
    const isSettledAnew =
      tap !== undefined &&
      (entryOf(tap) !== undefined || tap.seenRefusal !== null || tap.takenBack !== 'no')
    const wasTrue =
      tap !== undefined &&
      events.restores.length > 0 &&
      (isForgotten(tap, events) || comesBack(tap, events) || isSettledAnew)
    assert(
      award.award_id === id && (wasTrue || server.rowOf(id) !== undefined),
      `the screen says recorded of ${id}, which is in no ledger`,
    )
  }
  for (const { awardId, refusal, cancelled } of entries) {
    const row = server.rowOf(awardId)
    if (refusal === null || cancelled || row === undefined) continue
    const tap = taps.get(awardId)
    const isTrue = tap !== undefined && mayBeBoth(tap, refusal.code, row, events)
    assert(isTrue, `the screen says refused of ${awardId}, which is recorded`)
  }
}

/** Awards to one team keep their order: each earlier one is settled before it is sent or precedes it in the same call. */
export function checkOrder(
  sent: Tapped,
  taps: readonly Tapped[],
  beforeInCall: readonly string[],
): void {
  if (sent.unstored) return
  for (const tap of taps) {
    const before =
      tap.device === sent.device && tap.teamId === sent.teamId && tap.userId === sent.userId
    if (
      !before ||
      tap.shown === null ||
      tap.shown >= sent.shownBefore ||
      beforeInCall.includes(tap.awardId)
    )
      continue
    const entry = entryOf(tap)
    // Sent again by a page that was frozen meanwhile; it was settled long ago.
    if (entryOf(sent) === undefined) continue
    // Awards that an earlier ledger confirmed go first, in that ledger's order.
    if (entryOf(sent)?.again === true || entry?.again === true) continue
    assert(
      entry === undefined || entry.refusal !== null,
      `${about(sent)} was sent before ${about(tap)}`,
    )
  }
}
