import { TAG_TYPES } from '#contract/entities'
import type { Reader } from '#server/db/database'
import { countLateEntries } from '#server/db/queries/late-entries'
import { countRows } from '#server/db/queries/ledger-id'
import { readSettings } from '#server/db/queries/settings'
import type { AwardKind } from '#server/db/tables'
import { hasEvent, isDemoEvent } from '#server/event-file/event-state'

/** How many tags there are of each type, how many of them a team has claimed, and how many are written. */
async function countTags(db: Reader) {
  const rows = await db
    .selectFrom('tags')
    .groupBy('nfc_type')
    .select((eb) => [
      'nfc_type',
      eb.fn.countAll<number>().as('total'),
      eb.fn.count<number>('team_id').as('claimed'),
      eb.fn.count<number>('written_at').as('written'),
    ])
    .execute()
  return TAG_TYPES.map((type) => {
    const row = rows.find(({ nfc_type }) => nfc_type === type)
    return { type, total: row?.total ?? 0, claimed: row?.claimed ?? 0, written: row?.written ?? 0 }
  })
}

async function countAwards(db: Reader) {
  const rows = await db
    .selectFrom('awards')
    .groupBy('kind')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('total'), eb.fn.max('awarded_at').as('latest')])
    .execute()
  const awards: Record<AwardKind, number> = { award: 0, bonus: 0, adjustment: 0 }
  for (const row of rows) awards[row.kind] = row.total
  return { awards, latestAwardAt: rows.length === 0 ? null : Math.max(...rows.map((row) => row.latest)) }
}

async function countAccounts(db: Reader) {
  const users = await db.selectFrom('users').select(['vendor_id', 'organiser_since', 'first_signed_in_at']).execute()
  const staff = users.filter((user) => user.vendor_id !== null)
  // An organiser is neither.
  const players = users.filter((user) => user.vendor_id === null && user.organiser_since === null)
  const signedIn = (accounts: typeof users) => accounts.filter((user) => user.first_signed_in_at !== null).length
  return {
    players: players.length,
    playersSignedIn: signedIn(players),
    staff: staff.length,
    staffSignedIn: signedIn(staff),
  }
}

async function eventKind(db: Reader): Promise<'none' | 'demo' | 'real'> {
  if (await isDemoEvent(db)) return 'demo'
  return (await hasEvent(db)) ? 'real' : 'none'
}

/** The event in numbers, without personal data. Times are ms since the epoch, or null. */
export async function readStatus(db: Reader) {
  const teams = await db.selectFrom('teams').select('disbanded_at').execute()
  const standing = teams.filter((team) => team.disbanded_at === null).length
  const { closedAt, ...settings } = await readSettings(db)
  return {
    event: await eventKind(db),
    settings,
    ...(await countAccounts(db)),
    teams: standing,
    teamsDisbanded: teams.length - standing,
    booths: await countRows(db, 'vendors'),
    pointTypes: await countRows(db, 'point_types'),
    tags: await countTags(db),
    ...(await countAwards(db)),
    voided: await countRows(db, 'voids'),
    closedAt,
    /** What came late and is not accepted. */
    late: await countLateEntries(db),
    refusals: await db
      .selectFrom('refusals')
      .groupBy('code')
      .orderBy('code')
      .select((eb) => ['code', eb.fn.countAll<number>().as('total')])
      .execute(),
  }
}
export type EventStatus = Awaited<ReturnType<typeof readStatus>>
