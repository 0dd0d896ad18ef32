import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Award } from '#contract/entities'
import type { Reader } from '../db/database'
import { readEntriesOf } from '../db/queries/awards'
import type { Names } from '../db/queries/vendors'

/** Longer lists are cached compressed: a million awards then fit into memory, and decompressing is faster than querying. */
const PACKED_FROM_BYTES = 8 * 1024
const LEVEL = 3

/** A team's awards as JSON, newest first, with the brace that ends a response. */
export interface TeamAwards {
  readonly bytes: Buffer
  /** Length of the JSON; more than `bytes` if it is compressed. */
  readonly length: number
}

function pack(json: Buffer): TeamAwards {
  const bytes = json.length < PACKED_FROM_BYTES ? json : deflateRawSync(json, { level: LEVEL })
  return { bytes, length: json.length }
}

export function unpack({ bytes, length }: TeamAwards): Buffer {
  // One chunk for the whole list, and a little more so that zlib detects the end.
  return bytes.length === length ? bytes : inflateRawSync(bytes, { chunkSize: length + 64 })
}

/** Names are looked up here: joining them to each of a thousand entries took most of the time. */
export async function readTeamAwards(db: Reader, team_id: string, { vendors, labels }: Names): Promise<TeamAwards> {
  const entries = await readEntriesOf(db, team_id)
  const awards = entries.map((entry): Award => {
    const { award_id, team_name, vendor_id, point_type, points, voided_at } = entry
    const awarded_at = new Date(entry.awarded_at).toISOString()
    return {
      award_id,
      team_id,
      team_name,
      vendor_id,
      vendor_name: vendor_id === null ? null : (vendors.get(vendor_id) ?? null),
      point_type,
      label: labels.get(point_type) ?? point_type,
      points,
      awarded_at,
      received_at: entry.received_at === entry.awarded_at ? awarded_at : new Date(entry.received_at).toISOString(),
      voided: voided_at !== null,
    }
  })
  return pack(Buffer.from(`${JSON.stringify(awards)}}`))
}
