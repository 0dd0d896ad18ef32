import type { Writer } from '../../db/database'
import { inBatches } from '../../db/in-batches'
import type { Tables } from '../../db/tables'
import type { EventTag } from '../event-schema'
import { type Fault, faultAt } from '../fault'
import { type Change, differences } from './changes'

async function readTags(db: Writer): Promise<Map<string, Tables['tags']>> {
  const rows = await db.selectFrom('tags').selectAll().execute()
  return new Map(rows.map((row) => [row.nfc_id, row]))
}

function reasonToStay(tag: Tables['tags'], collected: ReadonlySet<string | null>): string | null {
  if (tag.team_id !== null) return 'a team owns it'
  if (collected.has(tag.nfc_id)) return 'it was collected'
  return tag.written_at === null ? null : 'it was written'
}

/** A tag in use keeps its type; otherwise it would become something else in somebody's hand. */
export async function findTagFaults(db: Writer, listed: readonly EventTag[]): Promise<Fault[]> {
  if (listed.length === 0) return []
  const standing = await readTags(db)
  const rows = await db.selectFrom('awards').where('nfc_id', 'is not', null).select('nfc_id').distinct().execute()
  const collected = new Set(rows.map((row) => row.nfc_id))
  return listed.flatMap((tag, index) => {
    const row = standing.get(tag.nfc_id)
    if (row === undefined || row.nfc_type === tag.nfc_type) return []
    const reason = reasonToStay(row, collected)
    if (reason === null) return []
    return [faultAt(['tags', index, 'nfc_type'], `stays a ${row.nfc_type} tag, because ${reason}`, { value: `"${tag.nfc_id}"` })]
  })
}

/** Inserts and updates tags by id; never deletes any. */
export async function applyTags(db: Writer, listed: readonly EventTag[], now: number): Promise<Change[]> {
  if (listed.length === 0) return []
  const standing = await readTags(db)
  const changes: Change[] = []
  const fresh: Tables['tags'][] = []
  for (const { nfc_id, nfc_type, vendor_id = null, point_type = null } of listed) {
    const row = standing.get(nfc_id)
    const values = { nfc_type, vendor_id, point_type }
    if (row === undefined) {
      fresh.push({ nfc_id, ...values, team_id: null, written_at: null, created_at: now })
      changes.push({ sign: '+', what: 'tag', id: nfc_id, details: [] })
      continue
    }
    const details = differences(row, values)
    if (details.length === 0) continue
    await db.updateTable('tags').set(values).where('nfc_id', '=', nfc_id).execute()
    changes.push({ sign: '~', what: 'tag', id: nfc_id, details })
  }
  await inBatches(fresh, (rows) => db.insertInto('tags').values(rows).execute())
  return changes
}
