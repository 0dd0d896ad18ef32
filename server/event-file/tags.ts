import type { EventChange } from '#contract/event'
import type { Writer } from '../db/database'
import { insertRows, replaceRows, textsOf } from '../db/statement'
import type { Tables } from '../db/tables'
import type { TagKeys } from '../tag-proof/tag-keys'
import { differences } from './changes'
import { type Fault, faultAt } from './faults'
import type { EventTag } from './schema'

async function readTags(db: Writer): Promise<Map<string, Tables['tags']>> {
  const rows = await db.selectFrom('tags').selectAll().execute()
  return new Map(rows.map((row) => [row.nfc_id, row]))
}

function reasonToStay(tag: Tables['tags'], collected: ReadonlySet<string | null>) {
  if (tag.team_id !== null) return 'tag_owned'
  if (collected.has(tag.nfc_id)) return 'tag_collected'
  return tag.written_at === null ? null : 'tag_written'
}

/**
 * Returns the chip of a listed tag once the file is applied. The first accepted proof binds a tag
 * to its chip, which the tag keeps for as long as it requires proofs.
 */
function chipAfter({ proof, uid }: EventTag, stored: Tables['tags'] | undefined): string | null {
  return proof === undefined ? null : (uid ?? stored?.uid ?? null)
}

/**
 * Returns the tag of each chip once the file is applied. If two tags would have one chip, it is the
 * tag to which the file does not assign the chip.
 */
function holdersAfter(
  listed: readonly EventTag[],
  stored: ReadonlyMap<string, Tables['tags']>,
): Map<string, string> {
  const isListed = new Set(listed.map(({ nfc_id }) => nfc_id))
  const left = [...stored.values()].filter(({ nfc_id }) => !isListed.has(nfc_id))
  const kept = listed.filter(({ uid }) => uid === undefined)
  const given = listed.filter(({ uid }) => uid !== undefined)
  const chips = [
    ...left.map(({ nfc_id, uid }) => [uid, nfc_id] as const),
    ...[...kept, ...given].map(
      (tag) => [chipAfter(tag, stored.get(tag.nfc_id)), tag.nfc_id] as const,
    ),
  ]
  const holders = new Map<string, string>()
  for (const [uid, nfcId] of chips) if (uid !== null && !holders.has(uid)) holders.set(uid, nfcId)
  return holders
}

/** Finds faults by which a proof of this tag could not be verified. */
function proofFaults(
  tag: EventTag,
  index: number,
  keys: TagKeys,
  holders: ReadonlyMap<string, string>,
): Fault[] {
  const { nfc_id, proof, uid } = tag
  const value = `"${nfc_id}"`
  if (proof === undefined)
    return uid === undefined ? [] : [faultAt(['tags', index, 'uid'], 'uid_without_proof')]
  const keyless = faultAt(['tags', index, 'proof'], 'no_tag_keys', { value })
  const holder = uid === undefined ? undefined : holders.get(uid)
  const taken = faultAt(['tags', index, 'uid'], 'uid_taken', {
    value: `"${uid}"`,
    values: [holder ?? ''],
  })
  return [
    ...(keys(nfc_id) === null ? [keyless] : []),
    ...(holder === undefined || holder === nfc_id ? [] : [taken]),
  ]
}

/**
 * Finds faults of tags. A tag that somebody has or has collected, or that is written, must keep its
 * type, because its meaning must not change for people.
 */
export async function findTagFaults(
  db: Writer,
  listed: readonly EventTag[],
  keys: TagKeys,
): Promise<Fault[]> {
  if (listed.length === 0) return []
  const stored = await readTags(db)
  const holders = holdersAfter(listed, stored)
  const rows = await db
    .selectFrom('awards')
    .where('nfc_id', 'is not', null)
    .select('nfc_id')
    .distinct()
    .execute()
  const collected = new Set(rows.map((row) => row.nfc_id))
  const unproven = listed.flatMap((tag, index) => proofFaults(tag, index, keys, holders))
  const changed = listed.flatMap((tag, index) => {
    const row = stored.get(tag.nfc_id)
    if (row === undefined || row.nfc_type === tag.nfc_type) return []
    const reason = reasonToStay(row, collected)
    if (reason === null) return []
    return [
      faultAt(['tags', index, 'nfc_type'], reason, {
        value: `"${tag.nfc_id}"`,
        values: [row.nfc_type],
      }),
    ]
  })
  return [...unproven, ...changed]
}

/**
 * Inserts and updates tags by id. Never deletes a tag. What the file leaves out of a listed tag is
 * removed, except `uid` and `note`, because a touch or an organiser in the browser may have set
 * them. `madeBy`: the organiser; null for the command line.
 */
export async function applyTags(
  db: Writer,
  listed: readonly EventTag[],
  madeBy: string | null,
  now: number,
): Promise<EventChange[]> {
  if (listed.length === 0) return []
  const stored = await readTags(db)
  const changes: EventChange[] = []
  const replaced: Tables['tags'][] = []
  const fresh: Omit<Tables['tags'], 'team_id' | 'written_at' | 'written_by'>[] = []
  for (const tag of listed) {
    const { nfc_id, nfc_type, vendor_id = null, point_type = null, proof = null, note } = tag
    const row = stored.get(nfc_id)
    const uid = chipAfter(tag, row)
    const noted = note === undefined ? (row?.note ?? null) : note || null
    const values = { nfc_type, vendor_id, point_type, proof, uid, note: noted }
    const at = `tags.${nfc_id}`
    if (row === undefined) {
      fresh.push({ nfc_id, ...values, created_at: now, created_by: madeBy })
      changes.push({ kind: 'adds', at, name: nfc_id })
      continue
    }
    const changed = differences(at, nfc_id, row, values)
    if (changed.length === 0) continue
    replaced.push({ ...row, ...values })
    changes.push(...changed)
  }
  // Free the chips first: while rows are replaced one by one, two tags would have the same chip.
  const released = replaced.filter(({ nfc_id, uid }) => {
    const before = stored.get(nfc_id)?.uid ?? null
    return before !== null && before !== uid
  })
  const releasing = textsOf(
    db,
    released.map(({ nfc_id }) => nfc_id),
  )
  await db.updateTable('tags').set({ uid: null }).where('nfc_id', 'in', releasing).execute()
  await replaceRows(db, 'tags', 'nfc_id', replaced)
  await insertRows(db, 'tags', fresh)
  return changes
}
