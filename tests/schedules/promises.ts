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

/**
 * The time for which devices surely store confirmed awards (ms): a day, less the time to learn of a
 * new ledger.
 */
const STORED_MS = 20 * 3_600_000

/** Fault 58: true if the device has kept a confirmed award, and sends it when it learns of a restored backup. */
const comesBack = ({ device, awardId }: Tapped, { restores }: ScheduleEvents) =>
  restores.length > 0 && device.keeps(awardId)

/**
 * True if no device can bring the award back after a restore: storage never confirmed it, the
 * database was lost, or the restore came too late.
 */
const isForgotten = ({ device, at, unstored }: Tapped, { restores }: ScheduleEvents) =>
  restores.some((restoredAt) => unstored || device.losses > 0 || restoredAt - at > STORED_MS)

/**
 * True if an award may be recorded while its refusal is still on the booth's screen. By rule 17
 * the refusal says that the organiser decides, and it stays after the decision. A refusal that a
 * backup forgot binds neither the team's copy nor a request still under way.
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

/**
 * Checks the invariants of any moment. A recorded award still counts as waiting until its response
 * reaches the device.
 */
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
    // An award that only a destroyed device had may be lost, unless the device showed it: then the
    // team carries a copy until the copy is decided.
    const mayBeNowhere =
      tap.isDestroyed && (!tap.isCopied || tap.isCopyLost || !atEnd || tap.copyRefused !== null)
    assert(
      !shown || !wanted || waiting || recorded || refused !== null || mayReturn || mayBeNowhere,
      `lost: ${about(tap)} is nowhere`,
    )
    assert(
      tap.takenBack !== 'before it was sent' || !recorded,
      `${about(tap)} was taken back unsent but is recorded`,
    )
    assert(
      row === undefined || !wanted || refused === null || mayBeBoth(tap, refused, row, events),
      `${about(tap)} is recorded but refused on the screen: ${refused}`,
    )
    const { closedWith, accepted } = events
    const mayCount = closedWith === null || closedWith.has(tap.awardId) || accepted.has(tap.awardId)
    assert(!recorded || mayCount, `${about(tap)} was recorded while results were closed`)
  }
}

/** Checks that every claim of a screen is true at this moment. */
export function checkView(
  server: Server,
  { outbox }: Page,
  taps: ReadonlyMap<string, Tapped>,
  events: ScheduleEvents,
): void {
  const { recorded, entries } = outbox.view()
  for (const [id, award] of recorded) {
    const tap = taps.get(id)
    const isSettledAnew =
      tap !== undefined &&
      (entryOf(tap) !== undefined || tap.seenRefusal !== null || tap.takenBack !== 'no')
    // The page may not know yet that a backup was restored, which lacks the award.
    const wasTrue =
      tap !== undefined &&
      events.restores.length > 0 &&
      (isForgotten(tap, events) || comesBack(tap, events) || isSettledAnew)
    assert(
      award.award_id === id && (wasTrue || server.rowOf(id) !== undefined),
      `the screen calls ${id} recorded, but it is in no ledger`,
    )
  }
  for (const { awardId, refusal, cancelled } of entries) {
    const row = server.rowOf(awardId)
    if (refusal === null || cancelled || row === undefined) continue
    const tap = taps.get(awardId)
    const isTrue = tap !== undefined && mayBeBoth(tap, refusal.code, row, events)
    assert(isTrue, `the screen calls ${awardId} refused, but it is recorded`)
  }
}

/**
 * Checks that awards to one team keep their order: each earlier award is settled before `sent` is
 * sent, or precedes it in the same call.
 */
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
    // A frozen page sent the award again, although it was settled long ago.
    if (entryOf(sent) === undefined) continue
    // Awards that an earlier ledger confirmed go first, in that ledger's order.
    if (entryOf(sent)?.again === true || entry?.again === true) continue
    assert(
      entry === undefined || entry.refusal !== null,
      `${about(sent)} was sent before ${about(tap)}`,
    )
  }
}
