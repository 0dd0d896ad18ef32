import { POINT_TYPES } from '../support/event'
import type { Device, Page } from './device'
import type { PointTypeName } from './plan'
import type { LedgerRow, Server } from './server'

/** How an attempt knew the time, at the moment it was sent. */
interface Attempt {
  readonly pageLife: string
  readonly knewServerTime: boolean
}

/** One tap, and all that was ever seen of it from outside. */
export interface Tapped {
  readonly awardId: string
  readonly device: Device
  readonly userId: string
  readonly vendorId: string
  readonly teamId: string
  readonly pointType: PointTypeName
  /** The true time of the tap (ms). */
  readonly at: number
  readonly pageLife: string
  readonly knewServerTime: boolean
  readonly lastContact: number | null
  /** How many awards this schedule had shown as waiting before the tap. */
  readonly shownBefore: number
  /** Its place among them; null = the screen never said that it waits. */
  shown: number | null
  /** How the attempts knew the time. */
  readonly attempts: Attempt[]
  /** The refusal that the vendor has seen and put away. */
  seenRefusal: string | null
  /**
   * What the server said of it. Changed: a copy of it was refused, and another that was under way recorded, because each
   * is judged by its own time of arrival (docs/decisions/0005). Until that is mended, such an award may be both.
   */
  verdict: 'none' | 'refused' | 'recorded' | 'changed'
}

export interface Happenings {
  readonly disbanded: ReadonlySet<string>
  readonly moved: ReadonlySet<string>
  readonly eventClosedAt: number | null
}

/** Also fails for what is known and not mended yet: see `Tapped.verdict` and AWARD_TOO_OLD below. */
export const STRICT = process.env.SCHEDULES_STRICT === '1'

/** Rule 9 in figures: the least distance (ms) between two awards of one booth, team and type. */
const LEAST_DISTANCE: Readonly<Record<PointTypeName, number>> = { pobjeda: 895_000, kviz: 18_000, dolazak: 0 }
/** A request is on its way for at most 14 s and comes again at most 5 s later, an answer is at most 15 s old. */
const LATE_MS = 35_000
const EARLY_MS = 15_000

function assert(holds: boolean, promise: string): asserts holds {
  if (!holds) throw new Error(promise)
}

const about = (tap: Tapped) => `award ${tap.awardId} (${tap.userId}, ${tap.pointType}, tapped at ${tap.at})`

const entryOf = (tap: Tapped) => tap.device.entries().find((entry) => entry.awardId === tap.awardId)

function standing(server: Server, tap: Tapped) {
  const entry = entryOf(tap)
  return {
    waiting: entry !== undefined && entry.refusal === null,
    refused: tap.seenRefusal ?? entry?.refusal?.code ?? null,
    recorded: server.rowOf(tap.awardId) !== undefined,
  }
}

/** What must hold at any time. An award in the ledger whose answer was not heard yet still waits, as the device sees it. */
export function checkStandings(server: Server, taps: readonly Tapped[]): void {
  for (const tap of taps) {
    const { waiting, refused, recorded } = standing(server, tap)
    const shown = tap.shown !== null
    assert(!shown || waiting || recorded || refused !== null, `lost: ${about(tap)} is nowhere`)
    assert(
      !recorded || refused === null || tap.verdict === 'changed',
      `${about(tap)} is recorded, and refused on the screen: ${refused}`,
    )
  }
}

/** What a screen claims must be true at the moment it is claimed. */
export function checkView(server: Server, { outbox }: Page, tapOf: ReadonlyMap<string, Tapped>): void {
  const { recorded, entries } = outbox.view()
  for (const [id, award] of recorded) {
    assert(award.award_id === id && server.rowOf(id) !== undefined, `the screen says recorded of ${id}, which is in no ledger`)
  }
  for (const { awardId, refusal } of entries) {
    if (refusal === null || tapOf.get(awardId)?.verdict === 'changed') continue
    assert(server.rowOf(awardId) === undefined, `the screen says refused of ${awardId}, which is recorded`)
  }
}

/** Awards to one team go in their order: none is sent before the ones that were tapped before it are settled. */
export function checkOrder(sent: Tapped, taps: readonly Tapped[]): void {
  for (const tap of taps) {
    const before = tap.device === sent.device && tap.teamId === sent.teamId && tap.userId === sent.userId
    if (!before || tap.shown === null || tap.shown >= sent.shownBefore) continue
    const entry = entryOf(tap)
    // Sent again by a page that was frozen meanwhile: it was settled long ago.
    if (entryOf(sent) === undefined) continue
    assert(entry === undefined || entry.refusal !== null, `${about(sent)} was sent before ${about(tap)}`)
  }
}

/** The time made: right where the clocks could know, else bounded; never in the future. */
function checkTime(tap: Tapped, row: LedgerRow): void {
  assert(row.awarded_at <= row.received_at, `${about(tap)} was made after it was received`)
  const error = row.awarded_at - tap.at
  const clockStood = tap.device.clockSets.every((at) => at < tap.at || at > row.received_at)
  const byServer = tap.knewServerTime && tap.attempts.every((attempt) => attempt.knewServerTime)
  const inOneLife = tap.attempts.every((attempt) => attempt.pageLife === tap.pageLife)
  if (clockStood || byServer || inOneLife) {
    // A page that was frozen hears an answer late, and takes the server's time for that much earlier than it is.
    const { frozenFor } = tap.device
    assert(error >= -EARLY_MS - frozenFor && error <= LATE_MS + frozenFor, `the time of ${about(tap)} is wrong by ${error} ms`)
  }
  if (tap.lastContact !== null && tap.attempts.every((attempt) => attempt.knewServerTime)) {
    const least = tap.lastContact - EARLY_MS
    assert(row.awarded_at >= least, `${about(tap)} was made at ${row.awarded_at}, before the last contact`)
  }
}

/** Whether anything happened that a refusal may rest on. */
function isFounded(
  tap: Tapped,
  code: string,
  rows: readonly LedgerRow[],
  { disbanded, moved, eventClosedAt }: Happenings,
): boolean {
  switch (code) {
    case 'COOLDOWN': {
      const near = rows.filter((row) => row.vendor_id === tap.vendorId && row.point_type === tap.pointType)
      return LEAST_DISTANCE[tap.pointType] > 0 && near.length > 0
    }
    case 'TEAM_NOT_FOUND':
      return disbanded.has(tap.teamId)
    case 'FORBIDDEN':
      return moved.has(tap.userId)
    case 'EVENT_CLOSED':
      return eventClosedAt !== null
    case 'AWARD_TOO_OLD':
      // No schedule lasts so long. But a page that starts without a network knows no server's time at its first attempt,
      // so that nothing bounds what a device's clock says.
      return !STRICT && tap.attempts.some((attempt) => !attempt.knewServerTime)
    default:
      return false
  }
}

/** What must hold once every fault has ended, every account has signed in again and nothing is under way. */
export function checkEnd(server: Server, taps: readonly Tapped[], teams: readonly string[], happenings: Happenings): void {
  checkStandings(server, taps)
  const rowsOf = new Map(teams.map((team) => [team, server.rowsOfTeam(team)]))
  for (const tap of taps) {
    const { waiting, refused, recorded } = standing(server, tap)
    assert(!waiting, `${about(tap)} still waits`)
    const rows = rowsOf.get(tap.teamId) ?? []
    const own = rows.filter((row) => row.award_id === tap.awardId)
    assert(own.length === Number(recorded), `${about(tap)} is ${own.length} times in the ledger`)
    assert(
      refused === null || isFounded(tap, refused, rows, happenings),
      `${about(tap)} was refused without a reason: ${refused}`,
    )
    for (const row of own) {
      assert(row.user_id === tap.userId && row.vendor_id === tap.vendorId, `${about(tap)} was recorded for ${row.user_id}`)
      assert(row.points === POINT_TYPES[tap.pointType].points, `${about(tap)} was recorded with ${row.points} points`)
      checkTime(tap, row)
    }
  }
  const tapped = new Set(taps.map((tap) => tap.awardId))
  for (const rows of rowsOf.values()) {
    for (const [index, row] of rows.entries()) {
      assert(tapped.has(row.award_id), `nobody tapped ${row.award_id}, and it is recorded`)
      const pause = LEAST_DISTANCE[row.point_type as PointTypeName]
      const close = rows
        .slice(index + 1)
        .some((o) => o.vendor_id === row.vendor_id && o.point_type === row.point_type && o.awarded_at - row.awarded_at < pause)
      assert(!close, `two awards of ${row.point_type} lie closer than rule 9 allows`)
    }
  }
}
