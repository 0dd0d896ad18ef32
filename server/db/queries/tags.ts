import type { Nfc } from '#contract/entities'
import { emblemOf } from '#rules/emblem'
import { parseTypedTagId } from '#rules/tag-id'
import type { Database, Reader, Writer } from '../database'
import { isPostgres } from '../statement'
import type { Tables } from '../tables'
import { findTeamOf } from './teams'

export async function findTag(
  db: Reader | Writer,
  nfcId: string,
): Promise<Tables['tags'] | undefined> {
  return await db.selectFrom('tags').where('nfc_id', '=', nfcId).selectAll().executeTakeFirst()
}

/** Finds a tag by its exact id, else by the id as people type it from a printed sheet. */
export async function findTypedTag(db: Writer, typed: string): Promise<Tables['tags'] | undefined> {
  return (await findTag(db, typed)) ?? (await findTag(db, parseTypedTagId(typed) ?? typed))
}

/**
 * Rule 15: whether the tag belongs to a hidden team that this person is not in. For them the tag
 * does not exist.
 */
export async function isHiddenFrom(
  db: Reader,
  { team_id }: Tables['tags'],
  userId: string,
): Promise<boolean> {
  if (team_id === null) return false
  const team = await db
    .selectFrom('teams')
    .where('team_id', '=', team_id)
    .select('hidden_at')
    .executeTakeFirst()
  if (team?.hidden_at == null) return false
  return (await findTeamOf(db, userId))?.team_id !== team_id
}

/** Formats a tag's type and owner. */
export async function showTag(db: Reader | Writer, tag: Tables['tags']): Promise<Nfc> {
  const teams = db.selectFrom('teams').select(['team_id', 'team_name', 'emblem'])
  const vendors = db.selectFrom('vendors').select(['vendor_id', 'name'])
  const team = await teams.where('team_id', '=', tag.team_id).executeTakeFirst()
  const vendor = await vendors.where('vendor_id', '=', tag.vendor_id).executeTakeFirst()
  return {
    nfc_id: tag.nfc_id,
    nfc_type: tag.nfc_type,
    team: team === undefined ? null : { ...team, emblem: emblemOf(team.team_id, team.emblem) },
    vendor: vendor ?? null,
    award: null,
    already_collected: false,
  }
}

/**
 * Binds a chip to a tag that has none, unless another tag has that chip. Returns whether the chip
 * is now the tag's. Locks the tag, so that the second of two simultaneous touches sees the first.
 */
export async function bindUid(db: Writer, nfcId: string, uid: string): Promise<boolean> {
  const tag = db.selectFrom('tags').where('nfc_id', '=', nfcId).select('uid')
  if (isPostgres(db)) await tag.forNoKeyUpdate().execute()
  const holder = await db
    .selectFrom('tags')
    .where('uid', '=', uid)
    .select('nfc_id')
    .executeTakeFirst()
  if (holder !== undefined) return holder.nfc_id === nfcId
  await db
    .updateTable('tags')
    .set({ uid })
    .where('nfc_id', '=', nfcId)
    .where('uid', 'is', null)
    .execute()
  // The update changes nothing if the tag has another chip.
  return (await tag.executeTakeFirst())?.uid === uid
}

/** Reads the touches of a chip whose proofs are used. */
export async function readTouches(db: Writer, uid: string) {
  return await db
    .selectFrom('tag_touches')
    .where('uid', '=', uid)
    .select([
      'counter',
      'team_id as teamId',
      'user_id as userId',
      'made_at as madeAt',
      'received_at as receivedAt',
    ])
    .execute()
}

/** Reads the touch that collected a team's bonus, and all touches of its chip. */
export async function readTouchOf(
  db: Writer,
  { nfc_id, team_id }: Pick<Tables['tag_touches'], 'nfc_id' | 'team_id'>,
) {
  const own = db
    .selectFrom('tag_touches')
    .where('nfc_id', '=', nfc_id)
    .where('team_id', '=', team_id)
    .select(['uid', 'counter'])
  const found = await own.executeTakeFirst()
  const all = found === undefined ? [] : await readTouches(db, found.uid)
  return { touch: all.find(({ counter }) => counter === found?.counter), all }
}

export async function insertTouch(db: Writer, touch: Tables['tag_touches']): Promise<void> {
  await db.insertInto('tag_touches').values(touch).execute()
}

/** At most one refusal per team and tag is recorded in this time (ms). */
const REFUSAL_INTERVAL_MS = 10 * 60_000

/** Records a team's scan of a tag whose proof was refused, for the odd patterns (`readOdd`). */
export async function recordTagRefusal(
  { read, write }: Database,
  refusal: Tables['tag_refusals'],
): Promise<void> {
  const { nfc_id, team_id, refused_at } = refusal
  const known = await read
    .selectFrom('tag_refusals')
    .where('nfc_id', '=', nfc_id)
    .where('team_id', '=', team_id)
    .where('refused_at', '>', refused_at - REFUSAL_INTERVAL_MS)
    .select('refused_at')
    .limit(1)
    .execute()
  if (known.length > 0) return
  await write({ kind: 'records' }, async (db, notify) => {
    notify('nobody')
    await db
      .insertInto('tag_refusals')
      .values(refusal)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  })
}

/** Reads the tags that require a proof, with their chips. */
export async function readProvingTags(db: Reader) {
  return await db
    .selectFrom('tags')
    .where('proof', 'is not', null)
    .orderBy('nfc_id')
    .select(['nfc_id', 'uid'])
    .execute()
}
