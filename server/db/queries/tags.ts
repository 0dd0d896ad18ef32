import type { Nfc } from '#contract/entities'
import { emblemOf } from '#rules/emblem'
import type { Reader, Writer } from '../database'
import type { Tables } from '../tables'
import { findTeamOf } from './teams'

export async function findTag(db: Reader | Writer, nfcId: string): Promise<Tables['tags'] | undefined> {
  return await db.selectFrom('tags').where('nfc_id', '=', nfcId).selectAll().executeTakeFirst()
}

/** Whether the tag is that of a hidden team which this person is not in: to them it does not exist (rule 15). */
export async function isHiddenFrom(db: Reader, { team_id }: Tables['tags'], userId: string): Promise<boolean> {
  if (team_id === null) return false
  const team = await db.selectFrom('teams').where('team_id', '=', team_id).select('hidden_at').executeTakeFirst()
  if (team?.hidden_at == null) return false
  return (await findTeamOf(db, userId))?.team_id !== team_id
}

/** A tag's type and owner. */
export async function showTag(db: Reader | Writer, tag: Tables['tags']): Promise<Nfc> {
  const team =
    tag.team_id === null
      ? undefined
      : await db
          .selectFrom('teams')
          .where('team_id', '=', tag.team_id)
          .select(['team_id', 'team_name', 'emblem'])
          .executeTakeFirst()
  const vendor =
    tag.vendor_id === null
      ? undefined
      : await db.selectFrom('vendors').where('vendor_id', '=', tag.vendor_id).select(['vendor_id', 'name']).executeTakeFirst()
  return {
    nfc_id: tag.nfc_id,
    nfc_type: tag.nfc_type,
    team: team === undefined ? null : { ...team, emblem: emblemOf(team.team_id, team.emblem) },
    vendor: vendor ?? null,
    award: null,
    already_collected: false,
  }
}
