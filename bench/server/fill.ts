import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Writer } from '#server/db/database'
import { insertRows } from '#server/db/statement'
import type { NewEntry } from '#server/db/tables'
import { hashSecret } from '#server/random'
import {
  awardsOfTeam,
  boothId,
  type EventSize,
  LONG_COOLDOWN_TYPE,
  numbers,
  POINT_TYPES,
  playerId,
  playerToken,
  pointTypeId,
  STAFF_PER_BOOTH,
  staffId,
  staffToken,
  teamId,
} from './event'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const HISTORY_MS = 60 * DAY_MS
/**
 * The history ends this long ago (ms), so that it does not meet the load's awards, which are made
 * within the last 48 hours. Only entries with running cooldowns are newer.
 */
const HISTORY_ENDS_MS = 4 * DAY_MS
/**
 * Number of each team's entries whose cooldown still runs, whatever the size of the ledger. They are
 * never voided.
 */
const RUNNING_COOLDOWNS = 2
const VOIDED_EVERY = 100
/**
 * The end of all ids, because making a random id would cost more than inserting its row. The
 * different beginnings suffice to scatter the ids over the index.
 */
const ID_TAIL = randomUUID().slice(8)

function awardRow(
  order: number,
  team: number,
  booth: number,
  type: number,
  awarded_at: number,
  { booths }: EventSize,
) {
  return {
    // Spread consecutive numbers over the whole range: without collisions, because the factor is
    // odd.
    award_id: (Math.imul(order, 0x9e3779b1) >>> 0).toString(16).padStart(8, '0') + ID_TAIL,

    kind: 'award' as const,
    team_id: teamId(team),
    vendor_id: boothId(booth),
    point_type: pointTypeId(type),

    points: POINT_TYPES[type]?.points ?? 0,
    awarded_at,
    received_at: awarded_at + (order % 50) * 40,
    user_id: staffId(booth + booths * (team % STAFF_PER_BOOTH)),
    nfc_id: null,
    reason: null,
  }
}

/**
 * The entries of a ledger, oldest first. A team's history uses every booth and type before it
 * repeats one, so that equal combinations are days apart. The last entries of each team are
 * cooldowns that are still running.
 */
function ledgerRows(size: EventSize, awards: number, now: number): NewEntry[] {
  const rows: NewEntry[] = []
  const history = numbers(size.teams).map(
    (team) => awardsOfTeam(team, size, awards) - RUNNING_COOLDOWNS,
  )
  const longest = history.reduce((a, b) => Math.max(a, b))
  const step = HISTORY_MS / longest
  const combinations = size.booths * POINT_TYPES.length
  for (let turn = 0; turn < longest; turn++) {
    const from = now - HISTORY_ENDS_MS - HISTORY_MS + turn * step
    for (const [team, count] of history.entries()) {
      if (turn >= count) continue
      const combination = (turn * 7 + team) % combinations
      const madeAt = Math.floor(from + (step * team) / size.teams)
      rows.push(
        awardRow(
          rows.length,
          team,
          combination % size.booths,
          Math.floor(combination / size.booths),
          madeAt,
          size,
        ),
      )
    }
  }
  for (let order = 0; order < RUNNING_COOLDOWNS; order++) {
    for (let team = 0; team < size.teams; team++) {
      const madeAt = now - (RUNNING_COOLDOWNS - order) * 10 * MINUTE_MS + (team % 600) * 1000
      rows.push(
        awardRow(
          rows.length,
          team,
          (team + order * 7) % size.booths,
          LONG_COOLDOWN_TYPE,
          madeAt,
          size,
        ),
      )
    }
  }
  return rows
}

async function insertBooths(db: Writer, { booths }: EventSize): Promise<void> {
  const vendors = numbers(booths).map((booth) => ({
    vendor_id: boothId(booth),
    name: `Štand ${booth}`,
    location: `Hala ${booth % 4}, štand ${booth}`,
    description: 'Igre, kvizovi i izazovi za cijeli tim.',
    position: booth,
  }))
  const types = POINT_TYPES.map((type, position) => ({
    ...type,
    point_type: pointTypeId(position),
    position,
  }))
  const offers = vendors.flatMap(({ vendor_id }) =>
    types.map(({ point_type, position }) => ({ vendor_id, point_type, position })),
  )
  await insertRows(db, 'vendors', vendors)
  await db.insertInto('point_types').values(types).execute()
  await insertRows(db, 'vendor_point_types', offers)
}

/** A user with an open session. */
function accountOf(
  user_id: string,
  nickname: string,
  mobile: string,
  vendor_id: string | null,
  token: string,
  now: number,
) {
  const [email, began] = [`${nickname}@example.hr`, now - 90 * DAY_MS]
  const user = {
    user_id,
    first_name: 'Ana',
    last_name: 'Horvat',
    email,
    email_key: email,
    mobile,
    nickname,
    nickname_key: nickname,

    vendor_id,
    imported: vendor_id === null ? 0 : 1,
    created_at: began,
    first_signed_in_at: began,
  }
  const times = { created_at: now, renewed_at: now, expires_at: now + 30 * DAY_MS }
  return {
    user,
    session: { token_hash: hashSecret(token), user_id, ...times, address: '', user_agent: '' },
  }
}

async function insertPeople(
  db: Writer,
  { players, booths, teams }: EventSize,
  now: number,
): Promise<void> {
  const began = now - 90 * DAY_MS
  const accounts = [
    ...numbers(booths * STAFF_PER_BOOTH).map((index) => {
      const mobile = `+38591${6_000_000 + index}`
      return accountOf(
        staffId(index),
        `osoblje${index}`,
        mobile,
        boothId(index % booths),
        staffToken(index),
        now,
      )
    }),
    ...numbers(players).map((index) =>
      accountOf(
        playerId(index),
        `igrac${index}`,
        `+38591${2_000_000 + index}`,
        null,
        playerToken(index),
        now,
      ),
    ),
  ]
  const teamRows = numbers(teams).map((team) => ({
    team_id: teamId(team),
    team_name: `Tim Čuvara ${team}`,
    name_key: `tim cuvara ${team}`,
    captain_id: playerId(team),
    created_at: began,
  }))
  const memberRows = numbers(players).map((index) => {
    return { user_id: playerId(index), team_id: teamId(index % teams), joined_at: began + index }
  })
  await insertRows(
    db,
    'users',
    accounts.map(({ user }) => user),
  )
  await insertRows(
    db,
    'sessions',
    accounts.map(({ session }) => session),
  )
  await insertRows(
    db,
    'teams',
    teamRows.map((team) => ({ ...team, captaincy: 0 })),
  )
  await insertRows(db, 'memberships', memberRows)
}

/** Fills an empty database with a whole event that has this many entries in its ledger. */
export async function fillEvent(db: Database, size: EventSize, awards: number): Promise<void> {
  const now = Date.now()
  const ledger = ledgerRows(size, awards, now)
  const voids = ledger
    .slice(0, awards - size.teams * RUNNING_COOLDOWNS)
    .filter((_, order) => order % VOIDED_EVERY === 0)
    .map(({ award_id, awarded_at, user_id }) => ({
      award_id,
      voided_at: awarded_at + MINUTE_MS,
      user_id,
    }))
  await db.write({ kind: 'event' }, async (writer) => {
    // Turn off foreign keys, which are triggers in PostgreSQL: a million of them would take minutes.
    if (db.engine === 'postgres')
      await sql`set local session_replication_role = 'replica'`.execute(writer)
    await insertBooths(writer, size)
    await insertPeople(writer, size, now)
    await insertRows(writer, 'awards', ledger)
    await insertRows(writer, 'voids', voids)
  })
}
