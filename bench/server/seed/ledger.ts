import { randomUUID } from 'node:crypto'
import { boothId, pointTypeId, staffId, teamId } from './names'
import { awardsOfTeam, type EventSize, STAFF_PER_BOOTH } from './size'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const HISTORY_MS = 60 * DAY_MS
/** Only the running cooldowns are newer: the load makes awards of the last 48 hours. */
const HISTORY_ENDS_MS = 4 * DAY_MS
const VOIDED_EVERY = 100
/** A cryptographic id would cost more than the row. Random bytes in one of many places scatter just as well. */
const ID_TAIL = randomUUID().slice(8)

/** The type whose cooldown lasts longer than a measurement; the load gives points of the other types. */
export const LONG_PAUSE_TYPE = 0
export const POINT_TYPES = [
  { label: 'Kviz dana', points: 10, cooldown_seconds: 14_400 },
  { label: 'Pobjeda', points: 25, cooldown_seconds: 900 },
  { label: 'Sudjelovanje', points: 5, cooldown_seconds: 900 },
  { label: 'Turnir', points: 40, cooldown_seconds: 3_600 },
  { label: 'Zagonetka', points: 15, cooldown_seconds: 1_800 },
] as const
/** Number of running cooldowns of each team, whatever the size of the ledger. */
const RUNNING_PAUSES = 2

export const AWARD_COLUMNS = [
  ...['award_id', 'kind', 'team_id', 'vendor_id', 'point_type', 'points', 'awarded_at', 'received_at', 'user_id'],
  ...['nfc_id', 'reason'],
] as const
export type AwardRow = readonly (string | number | null)[]

function awardRow(order: number, team: number, booth: number, type: number, madeAt: number, size: EventSize): AwardRow {
  // Spreads consecutive numbers over the whole range without collisions, because the factor is odd.
  const id = (Math.imul(order, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0') + ID_TAIL
  const staff = booth + size.booths * (team % STAFF_PER_BOOTH)
  const { points = 0 } = POINT_TYPES[type] ?? {}
  const receivedAt = madeAt + (order % 50) * 40
  return [id, 'award', teamId(team), boothId(booth), pointTypeId(type), points, madeAt, receivedAt, staffId(staff), null, null]
}

/**
 * The entries of a ledger, oldest first. A team's history uses every booth and type before it repeats one, so that equal
 * ones are days apart. The last entries of each team are cooldowns that are still running.
 */
export function* ledgerRows(size: EventSize, awards: number, now: number): Generator<AwardRow> {
  const history = Array.from({ length: size.teams }, (_, team) => awardsOfTeam(team, size, awards) - RUNNING_PAUSES)
  const longest = history.reduce((a, b) => Math.max(a, b))
  const step = HISTORY_MS / longest
  const combinations = size.booths * POINT_TYPES.length
  let order = 0
  for (let turn = 0; turn < longest; turn++) {
    const from = now - HISTORY_ENDS_MS - HISTORY_MS + turn * step
    for (const [team, count] of history.entries()) {
      if (turn >= count) continue
      const combination = (turn * 7 + team) % combinations
      const madeAt = Math.floor(from + (step * team) / size.teams)
      yield awardRow(order++, team, combination % size.booths, Math.floor(combination / size.booths), madeAt, size)
    }
  }
  for (let pause = 0; pause < RUNNING_PAUSES; pause++) {
    for (let team = 0; team < size.teams; team++) {
      const madeAt = now - (RUNNING_PAUSES - pause) * 10 * MINUTE_MS + (team % 600) * 1000
      yield awardRow(order++, team, (team + pause * 7) % size.booths, LONG_PAUSE_TYPE, madeAt, size)
    }
  }
}

/** Whether this entry of the ledger is voided; running cooldowns are not. */
export const isVoided = (order: number, awards: number, { teams }: EventSize) =>
  order % VOIDED_EVERY === 0 && order < awards - teams * RUNNING_PAUSES
