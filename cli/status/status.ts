import type { TagType } from '#contract/entities'
import { TAG_TYPES } from '#contract/entities'
import type { Reader } from '#server/db/database'
import { countLateEntries } from '#server/db/queries/late-entries'
import { readSettings } from '#server/db/queries/settings'
import type { AwardKind, Tables } from '#server/db/tables'
import { hasEvent, isDemoEvent } from '#server/event-file/event-state'
import type { EventSettings } from '#server/event-settings'

export interface TagCounts {
  readonly type: TagType
  readonly total: number
  /** Claimed by a team. */
  readonly claimed: number
  readonly written: number
}

/** The event in numbers, without personal data. */
export interface EventStatus {
  readonly event: 'none' | 'demo' | 'real'
  readonly settings: EventSettings
  readonly players: number
  readonly playersSignedIn: number
  readonly staff: number
  readonly staffSignedIn: number
  readonly teams: number
  readonly teamsDisbanded: number
  readonly booths: number
  readonly pointTypes: number
  readonly tags: readonly TagCounts[]
  readonly awards: Readonly<Record<AwardKind, number>>
  readonly voided: number
  /** When results were closed (ms); null while they are open. */
  readonly closedAt: number | null
  /** What came late and is not accepted. */
  readonly late: number
  readonly refusals: readonly { readonly code: string; readonly total: number }[]
  /** When the latest award was made, in ms since the epoch. */
  readonly latestAwardAt: number | null
}

async function countRows(db: Reader, table: keyof Tables): Promise<number> {
  const { total } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

async function countTags(db: Reader): Promise<TagCounts[]> {
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

async function countAwards(db: Reader): Promise<Pick<EventStatus, 'awards' | 'latestAwardAt'>> {
  const rows = await db
    .selectFrom('awards')
    .groupBy('kind')
    .select((eb) => ['kind', eb.fn.countAll<number>().as('total'), eb.fn.max('awarded_at').as('latest')])
    .execute()
  const awards = { award: 0, bonus: 0, adjustment: 0 }
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

export async function readStatus(db: Reader): Promise<EventStatus> {
  const teams = await db.selectFrom('teams').select('disbanded_at').execute()
  const standing = teams.filter((team) => team.disbanded_at === null).length
  const { closedAt, ...settings } = await readSettings(db)
  const event = (await hasEvent(db)) ? 'real' : 'none'
  return {
    event: (await isDemoEvent(db)) ? 'demo' : event,
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
    late: await countLateEntries(db),
    refusals: await db
      .selectFrom('refusals')
      .groupBy('code')
      .orderBy('code')
      .select((eb) => ['code', eb.fn.countAll<number>().as('total')])
      .execute(),
  }
}
