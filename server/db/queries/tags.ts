import type { Nfc } from '#contract/entities'
import type { Reader, Writer } from '../database'
import type { Tables } from '../tables'

export async function findTag(db: Reader | Writer, nfcId: string): Promise<Tables['tags'] | undefined> {
  return await db.selectFrom('tags').where('nfc_id', '=', nfcId).selectAll().executeTakeFirst()
}

/** A tag's type and owner. */
export async function showTag(db: Reader | Writer, tag: Tables['tags']): Promise<Nfc> {
  const team =
    tag.team_id === null
      ? undefined
      : await db.selectFrom('teams').where('team_id', '=', tag.team_id).select(['team_id', 'team_name']).executeTakeFirst()
  const vendor =
    tag.vendor_id === null
      ? undefined
      : await db.selectFrom('vendors').where('vendor_id', '=', tag.vendor_id).select(['vendor_id', 'name']).executeTakeFirst()
  return {
    nfc_id: tag.nfc_id,
    nfc_type: tag.nfc_type,
    team: team ?? null,
    vendor: vendor ?? null,
    award: null,
    already_collected: false,
  }
}
