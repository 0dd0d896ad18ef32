import { type Kysely, sql } from 'kysely'
import { uniqueNickname } from '#rules/account'
import { uniqueTeamName } from '#rules/team-name'
import { jsonRows } from '../json-rows'
import type { Tables } from '../tables'

interface Named {
  readonly id: string
  readonly name: string
  readonly key: string
  /** Whether nobody else may have its key. */
  readonly unique: boolean
}

/** The keys that change. Where two names have one key now, the older holds it, and the other a key that no name can have. */
function newKeys(rows: readonly Named[], keyOf: (name: string) => string) {
  const taken = new Set<string>()
  return rows.flatMap(({ id, name, key: old, unique }) => {
    const own = keyOf(name)
    const key = unique && taken.has(own) ? `${own}\n${id}` : own
    if (unique) taken.add(key)
    return key === old ? [] : [{ id, key }]
  })
}

/**
 * Nicknames have the keys that team names have, and both tell I, l, 1 and |, O and 0 no more apart (rule 19). Everybody keeps
 * their name. What people are found by is made anew.
 */
export async function up(migrating: Kysely<unknown>): Promise<void> {
  const db = migrating as Kysely<Tables>
  const teams = await db
    .selectFrom('teams')
    .where('name_key', 'is not', null)
    .orderBy('created_at')
    .orderBy('team_id')
    .select(['team_id as id', 'team_name as name', 'name_key as key'])
    .execute()
  const people = await db
    .selectFrom('users')
    .where('mobile', 'not like', 'erased:%')
    .orderBy('created_at')
    .orderBy('user_id')
    .select(['user_id as id', 'nickname as name', 'nickname_key as key', 'imported', 'first_signed_in_at'])
    .execute()
  const columns = { id: 'text', key: 'text' } as const
  const teamKeys = newKeys(
    teams.map((team) => ({ ...team, key: team.key ?? '', unique: true })),
    uniqueTeamName,
  )
  const nicknameKeys = newKeys(
    people.map((person) => ({ ...person, unique: person.imported === 1 || person.first_signed_in_at !== null })),
    uniqueNickname,
  )
  // What changes is given up first, so that no key is held by two for a moment.
  for (const prefix of ['\n', '']) {
    const made = (keys: readonly { id: string; key: string }[]) =>
      jsonRows(db, JSON.stringify(keys.map(({ id, key }) => ({ id, key: prefix === '' ? key : `${prefix}${id}` }))), columns)
    await sql`update teams set name_key = made.key from ${made(teamKeys)} as made where team_id = made.id`.execute(db)
    await sql`update users set nickname_key = made.key from ${made(nicknameKeys)} as made where user_id = made.id`.execute(db)
  }
  await sql`update users set search_source = null`.execute(db)
}
