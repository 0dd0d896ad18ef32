import { VOID_WINDOW_MS } from '#rules/award-time'
import { POINT_TYPES } from '../support/event'
import type { LedgerRow } from './ledger'
import type { PointTypeName } from './plan'
import { checkStatuses } from './promises'
import type { Server } from './server'
import {
  about,
  assert,
  EARLY_MS,
  LATE_MS,
  type ScheduleEvents,
  statusOf,
  type Tapped,
} from './tapped'

/** Rule 9: the minimum distance between two awards of one booth, team and type (ms). */
const MIN_DISTANCE: Readonly<Record<PointTypeName, number>> = {
  pobjeda: 895_000,
  kviz: 18_000,
  dolazak: 0,
}
/** How far ahead of the server's time a copy may be made (ms). */
const AHEAD_MS = 300_000

/**
 * Checks that the time made is correct if the clocks could know it, otherwise bounded, and never
 * in the future.
 */
function checkTime(tap: Tapped, row: LedgerRow, taps: readonly Tapped[]): void {
  assert(row.awarded_at <= row.received_at, `${about(tap)} was made after it was received`)
  const error = row.awarded_at - tap.at
  // Awards of unknown time keep their intervals first of all, so the earliest of these awards
  // determines the bound.
  const unknown = taps.filter(
    ({ device, knewServerTime }) => device === tap.device && !knewServerTime,
  )
  const since = Math.min(tap.at, ...unknown.map(({ at }) => at))
  const isClockUntouched = tap.device.clockSets.every(
    ({ at }) => at < since || at > row.received_at,
  )
  const byServer = tap.knewServerTime && tap.attempts.every((attempt) => attempt.knewServerTime)
  const inOneLife = tap.attempts.every((attempt) => attempt.pageLife === tap.pageLife)
  if (isClockUntouched || byServer || inOneLife) {
    // A frozen page receives a response late, so it assumes an earlier server time than the real one.
    const slack = tap.device.frozenFor + tap.device.timelineLost
    assert(
      error >= -EARLY_MS - slack && error <= LATE_MS + slack,
      `the time of ${about(tap)} is wrong by ${error} ms`,
    )
  }
  if (tap.lastContact !== null && tap.attempts.every((attempt) => attempt.knewServerTime)) {
    const least = tap.lastContact - EARLY_MS
    assert(
      row.awarded_at >= least,
      `${about(tap)} was made at ${row.awarded_at}, before the last contact`,
    )
  }
}

/**
 * How much shorter the recorded interval of two awards of one page life may be than the real one
 * (ms), because their requests travel differently. A clock change may shorten the recorded interval
 * further if only one award was stored (the page sends the other at once), or if one was copied
 * (the device alone dates the copy).
 */
function closerBy(one: Tapped, other: Tapped): number {
  const isDatedApart = one.unstored !== other.unstored || one.isCopied || other.isCopied
  return LATE_MS + one.device.frozenFor + (isDatedApart ? one.device.timelineLost : 0)
}

/**
 * Fault 50: checks that awards of one page life keep their intervals, whatever the device's clock
 * does before they are sent.
 */
function checkDistances(
  taps: readonly Tapped[],
  rowOf: (tap: Tapped) => LedgerRow | undefined,
): void {
  for (const [index, earlier] of taps.entries()) {
    for (const later of taps.slice(index + 1)) {
      if (earlier.device !== later.device || earlier.pageLife !== later.pageLife) continue
      const [first, second] = [rowOf(earlier), rowOf(later)]
      if (first === undefined || second === undefined) continue
      const [made, recorded] = [later.at - earlier.at, second.awarded_at - first.awarded_at]
      assert(
        recorded >= made - closerBy(earlier, later),
        `${about(earlier)} and ${about(later)} were made ${made} ms apart, recorded ${recorded}`,
      )
    }
  }
}

/** True if a recorded award of the same booth, team and type can explain a COOLDOWN. */
function hadNeighbour(tap: Tapped, rows: readonly LedgerRow[], taps: readonly Tapped[]): boolean {
  const least = MIN_DISTANCE[tap.pointType]
  return rows
    .filter((row) => row.vendor_id === tap.vendorId && row.point_type === tap.pointType)
    .some((row) => {
      const other = taps.find(({ awardId }) => awardId === row.award_id)
      const inOneLife =
        other !== undefined && other.device === tap.device && other.pageLife === tap.pageLife
      return least > 0 && (!inOneLife || Math.abs(other.at - tap.at) < least + closerBy(tap, other))
    })
}

/**
 * Fault 79: only the time at which a cancel was made can make it too late, not the delivery of the
 * award or void.
 */
function wasTakenBackLate(
  { awardId, takenBackAt, device }: Tapped,
  rows: readonly LedgerRow[],
): boolean {
  const receivedAt = rows.find((row) => row.award_id === awardId)?.received_at ?? 0
  return (
    takenBackAt + LATE_MS + device.frozenFor + device.timelineLost > receivedAt + VOID_WINDOW_MS
  )
}

/** True if anything in the schedule can explain the refusal. */
function isFounded(
  tap: Tapped,
  code: string,
  rows: readonly LedgerRow[],
  taps: readonly Tapped[],
  { disbanded, moved, revoked, eventClosedAt, restores, hasBeenClosed }: ScheduleEvents,
): boolean {
  switch (code) {
    case 'COOLDOWN':
      // A backup may have replaced the ledger that had the neighbour.
      return restores.length > 0 || hadNeighbour(tap, rows, taps)
    case 'TEAM_NOT_FOUND':
      return disbanded.has(tap.teamId)
    case 'FORBIDDEN':
      // A disbanded team has no members who could deliver.
      return moved.has(tap.userId) || (tap.isCopied && disbanded.has(tap.teamId))
    case 'EVENT_CLOSED':
      return eventClosedAt !== null
    case 'KEPT_FOR_ORGANISER':
      return hasBeenClosed || (tap.isCopied && revoked.has(tap.userId))
    case 'VOID_TOO_LATE':
      return tap.takenBack !== 'no' && (restores.length > 0 || wasTakenBackLate(tap, rows))
    case 'VOUCHER_INVALID':
      // With a clock set forward while no page lived, the device counts time that never passed.
      return tap.device.timelineLost > AHEAD_MS - EARLY_MS
    default:
      // Including AWARD_TOO_OLD: no schedule lasts long enough for it to be correct.
      return false
  }
}

/** Fault 66: checks that a delivered copy counts or was refused by a rule. */
function checkCopy(
  tap: Tapped,
  recorded: boolean,
  rows: readonly LedgerRow[],
  taps: readonly Tapped[],
  events: ScheduleEvents,
): void {
  const { isCopied, isCopyLost, copyRefused } = tap
  if (!isCopied || isCopyLost || recorded) return
  assert(copyRefused !== null, `the copy of ${about(tap)} was delivered without any result`)
  assert(
    isFounded(tap, copyRefused, rows, taps, events),
    `the copy of ${about(tap)} was refused without a reason: ${copyRefused}`,
  )
}

/**
 * True if a void cannot come back after a restore: like an award, it returns only from the device's
 * database.
 */
const isVoidLost = ({ isDestroyed, device }: Tapped, { restores }: ScheduleEvents) =>
  isDestroyed || (restores.length > 0 && device.losses > 0)

/**
 * Checks the invariants after all faults have ended, all accounts have signed in again and nothing
 * is in flight.
 */
export function checkEnd(
  server: Server,
  taps: readonly Tapped[],
  teams: readonly string[],
  events: ScheduleEvents,
): void {
  checkStatuses(server, taps, events, true)
  const rowsOf = new Map(teams.map((team) => [team, server.rowsOfTeam(team)]))
  for (const tap of taps) {
    const { waiting, refused, row: found } = statusOf(server, tap)
    const recorded = found !== undefined
    assert(!waiting, `${about(tap)} still waits`)
    const rows = rowsOf.get(tap.teamId) ?? []
    const own = rows.filter((row) => row.award_id === tap.awardId)
    assert(own.length === Number(recorded), `${about(tap)} is ${own.length} times in the ledger`)
    assert(
      refused === null || isFounded(tap, refused, rows, taps, events),
      `${about(tap)} was refused without a reason: ${refused}`,
    )
    checkCopy(tap, recorded, rows, taps, events)
    for (const row of own) {
      assert(
        row.voided_at === null || tap.takenBack !== 'no',
        `${about(tap)} was voided although nobody took it back`,
      )
      const undone = row.voided_at !== null || refused !== null || isVoidLost(tap, events)
      assert(
        tap.takenBack !== 'after it was sent' || undone,
        `${about(tap)} was taken back but still counts`,
      )
      assert(
        row.user_id === tap.userId && row.vendor_id === tap.vendorId,
        `${about(tap)} was recorded for ${row.user_id}`,
      )
      assert(
        row.points === POINT_TYPES[tap.pointType].points,
        `${about(tap)} was recorded with ${row.points} points`,
      )
      checkTime(tap, row, taps)
    }
  }
  checkDistances(taps, (tap) =>
    (rowsOf.get(tap.teamId) ?? []).find(({ award_id }) => award_id === tap.awardId),
  )
  const tapped = new Set(taps.map((tap) => tap.awardId))
  for (const rows of rowsOf.values()) {
    for (const [index, row] of rows.entries()) {
      assert(tapped.has(row.award_id), `${row.award_id} is recorded although nobody tapped it`)
      const pause = MIN_DISTANCE[row.point_type as PointTypeName]
      const close = rows
        .slice(row.voided_at !== null ? rows.length : index + 1)
        .some(
          (o) =>
            o.voided_at === null &&
            o.vendor_id === row.vendor_id &&
            o.point_type === row.point_type &&
            o.awarded_at - row.awarded_at < pause,
        )
      assert(!close, `two awards of ${row.point_type} are closer together than rule 9 allows`)
    }
  }
}
