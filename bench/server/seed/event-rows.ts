import { hashSecret } from '#server/random'
import { AWARD_COLUMNS, isVoided, ledgerRows, POINT_TYPES } from './ledger'
import { boothId, playerId, playerToken, pointTypeId, staffId, staffToken, teamId } from './names'
import { type EventSize, STAFF_PER_BOOTH } from './size'

type Value = string | number | null

/** Rows of one table in insertion order. */
export interface TableRows {
  readonly table: string
  readonly columns: readonly string[]
  readonly rows: Iterable<readonly Value[]>
}

const DAY_MS = 24 * 3_600_000
const SESSION_DAYS = 30

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

const USER_COLUMNS = [
  ...['user_id', 'first_name', 'last_name', 'email', 'email_key', 'mobile', 'nickname', 'nickname_key', 'vendor_id'],
  ...['imported', 'created_at', 'first_signed_in_at'],
]

function userRow(id: string, nickname: string, mobile: string, vendorId: string | null, at: number): Value[] {
  const email = `${nickname}@example.hr`
  return [id, 'Ana', 'Horvat', email, email, mobile, nickname, nickname, vendorId, vendorId === null ? 0 : 1, at, at]
}

function boothTables({ booths }: EventSize): TableRows[] {
  const types = POINT_TYPES.map((type, index) => [pointTypeId(index), type.label, type.points, type.cooldown_seconds, index])
  const place = (booth: number) => [
    `Štand ${booth}`,
    `Hala ${booth % 4}, štand ${booth}`,
    'Igre, kvizovi i izazovi za cijeli tim.',
  ]
  return [
    {
      table: 'vendors',
      columns: ['vendor_id', 'name', 'location', 'description', 'position'],
      rows: numbers(booths).map((booth) => [boothId(booth), ...place(booth), booth]),
    },
    { table: 'point_types', columns: ['point_type', 'label', 'points', 'cooldown_seconds', 'position'], rows: types },
    {
      table: 'vendor_point_types',
      columns: ['vendor_id', 'point_type', 'position'],
      rows: numbers(booths).flatMap((booth) => POINT_TYPES.map((_, type) => [boothId(booth), pointTypeId(type), type])),
    },
  ]
}

function peopleTables({ players, booths, teams }: EventSize, now: number): TableRows[] {
  const began = now - 90 * DAY_MS
  const staff = numbers(booths * STAFF_PER_BOOTH)
  const session = (token: string, user: string) => [hashSecret(token), user, now, now, now + SESSION_DAYS * DAY_MS, '', '']
  return [
    {
      table: 'users',
      columns: USER_COLUMNS,
      rows: [
        ...staff.map((index) =>
          userRow(staffId(index), `osoblje${index}`, `+38591${6_000_000 + index}`, boothId(index % booths), began),
        ),
        ...numbers(players).map((index) => userRow(playerId(index), `igrac${index}`, `+38591${2_000_000 + index}`, null, began)),
      ],
    },
    {
      table: 'sessions',
      columns: ['token_hash', 'user_id', 'created_at', 'renewed_at', 'expires_at', 'address', 'user_agent'],
      rows: [
        ...staff.map((index) => session(staffToken(index), staffId(index))),
        ...numbers(players).map((index) => session(playerToken(index), playerId(index))),
      ],
    },
    {
      table: 'teams',
      columns: ['team_id', 'team_name', 'name_key', 'captain_id', 'created_at'],
      rows: numbers(teams).map((team) => [teamId(team), `Tim Čuvara ${team}`, `tim cuvara ${team}`, playerId(team), began]),
    },
    {
      table: 'memberships',
      columns: ['user_id', 'team_id', 'joined_at'],
      rows: numbers(players).map((index) => [playerId(index), teamId(index % teams), began + index]),
    },
  ]
}

function* voidRows(size: EventSize, awards: number, now: number): Generator<Value[]> {
  let order = 0
  for (const row of ledgerRows(size, awards, now)) {
    const [id = null, , , , , , madeAt, , user = null] = row
    if (isVoided(order++, awards, size)) yield [id, Number(madeAt) + 60_000, user]
  }
}

/** A whole event with this many ledger entries. Each table comes after those it refers to. */
export function eventRows(size: EventSize, awards: number, now: number): TableRows[] {
  return [
    ...boothTables(size),
    ...peopleTables(size, now),
    { table: 'awards', columns: AWARD_COLUMNS, rows: ledgerRows(size, awards, now) },
    { table: 'voids', columns: ['award_id', 'voided_at', 'user_id'], rows: voidRows(size, awards, now) },
  ]
}
