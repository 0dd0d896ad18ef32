import { type Kysely, sql } from 'kysely'
import { teamNameKey } from '#rules/team-name'

interface NamedTeam {
  team_id: string
  team_name: string
  name_key: string
}

/**
 * The keys of team names tell look-alikes no more apart. Every team keeps its name: where two of them have one key now, the
 * older has it, and the other a key that no name can have.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<NamedTeam>`
    select team_id, team_name, name_key from teams where name_key is not null order by created_at, team_id`.execute(db)
  const taken = new Set<string>()
  const renamed: { team_id: string; name_key: string }[] = []
  for (const { team_id, team_name, name_key } of rows) {
    const own = teamNameKey(team_name)
    const key = taken.has(own) ? `${own}\n${team_id}` : own
    taken.add(key)
    if (key !== name_key) renamed.push({ team_id, name_key: key })
  }
  // What changes is given up first, so that no key is held by two for a moment.
  for (const { team_id } of renamed)
    await sql`update teams set name_key = ${`\n${team_id}`} where team_id = ${team_id}`.execute(db)
  for (const { team_id, name_key } of renamed) {
    await sql`update teams set name_key = ${name_key} where team_id = ${team_id}`.execute(db)
  }
}
