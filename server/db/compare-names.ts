import type { Kysely } from 'kysely'
import { uniqueNickname } from '#rules/account'
import { uniqueTeamName } from '#rules/team-name'
import { isErased } from './queries/accounts'
import type { Tables } from './tables'

interface Named {
  readonly id: string
  readonly key: string
  /** The key by which the name is compared now. */
  readonly wanted: string
  /** Whether the key must be unique. */
  readonly isUnique: boolean
}

/**
 * Returns the changed keys. Rows come in the order in which they got their names: if two names are
 * now the same, the first keeps the key; the other gets a unique one that matches no name, so its
 * owner keeps the name until they change it.
 */
export function changedKeys(
  rows: readonly Named[],
): readonly { readonly id: string; readonly key: string }[] {
  const taken = new Set<string>()
  return rows.flatMap(({ id, key, wanted, isUnique }) => {
    // Cannot collide, because no name contains a line break.
    const fresh = isUnique && taken.has(wanted) ? `${wanted}\n${id}` : wanted
    if (isUnique) taken.add(fresh)
    return fresh === key ? [] : [{ id, key: fresh }]
  })
}

/** Recomputes the stored keys of names by the current comparison. */
export async function compareNamesAnew(db: Kysely<Tables>): Promise<void> {
  const teams = await db
    .selectFrom('teams')
    .where('name_key', 'is not', null)
    .orderBy('created_at')
    .orderBy('team_id')
    .select(['team_id as id', 'team_name', 'name_key'])
    .execute()
  const people = await db
    .selectFrom('users')
    .orderBy('created_at')
    .orderBy('user_id')
    .select([
      'user_id as id',
      'nickname',
      'nickname_key',
      'mobile',
      'imported',
      'first_signed_in_at',
    ])
    .execute()
  const ofTeams = teams.map(({ id, team_name, name_key }) => {
    return { id, key: name_key ?? '', wanted: uniqueTeamName(team_name), isUnique: true }
  })
  // Erased people have no name to compare.
  const ofPeople = people
    .filter((one) => !isErased(one))
    .map(({ id, nickname, nickname_key, imported, first_signed_in_at }) => {
      const isUnique = imported === 1 || first_signed_in_at !== null
      return { id, key: nickname_key, wanted: uniqueNickname(nickname), isUnique }
    })
  const setTeam = (id: string, name_key: string) =>
    db.updateTable('teams').set({ name_key }).where('team_id', '=', id).execute()
  const setPerson = (id: string, nickname_key: string) =>
    db.updateTable('users').set({ nickname_key }).where('user_id', '=', id).execute()
  for (const [changed, set] of [
    [changedKeys(ofTeams), setTeam] as const,
    [changedKeys(ofPeople), setPerson] as const,
  ]) {
    // Free the keys first, because one may be given a key that another still has.
    for (const { id } of changed) await set(id, `\n${id}`)
    for (const { id, key } of changed) await set(id, key)
  }
}
