import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { Award } from '#contract/entities'
import type { Reader } from '../db/database'
import { readEntriesOf } from '../db/queries/awards'
import type { Names } from '../db/queries/vendors'
import { isoTime } from '../iso-time'

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

type Entry = Awaited<ReturnType<typeof readEntriesOf>>[number]

/** Caches the JSON fields that all entries of one booth and point type share. */
function createSources({ vendors, labels }: Names) {
  const written = new Map<string | null, Map<string, string>>()
  return ({ vendor_id, point_type }: Entry): string => {
    const ofVendor = written.get(vendor_id) ?? new Map<string, string>()
    written.set(vendor_id, ofVendor)
    const known = ofVendor.get(point_type)
    if (known !== undefined) return known
    const vendor_name = vendor_id === null ? null : (vendors.get(vendor_id) ?? null)
    const source = { vendor_id, vendor_name, point_type, label: labels.get(point_type) ?? point_type }
    const json = JSON.stringify(source satisfies Partial<Award>).slice(1, -1)
    ofVendor.set(point_type, json)
    return json
  }
}

/**
 * Names are looked up here: joining them to each of a thousand entries took most of the time. The JSON is concatenated,
 * because an object for each entry took half of the rest.
 */
export async function readTeamAwards(db: Reader, team_id: string, names: Names): Promise<TeamAwards> {
  const entries = await readEntriesOf(db, team_id)
  const sourceOf = createSources(names)
  const team_name = entries[0]?.team_name ?? ''
  const team = JSON.stringify({ team_id, team_name } satisfies Partial<Award>).slice(1, -1)
  const awards = entries.map((entry) => {
    const times = `"awarded_at":"${isoTime(entry.awarded_at)}","received_at":"${isoTime(entry.received_at)}"`
    const id = JSON.stringify(entry.award_id)
    return `{"award_id":${id},${team},${sourceOf(entry)},"points":${entry.points},${times},"voided":${entry.voided_at !== null}}`
  })
  return pack(Buffer.from(`[${awards.join(',')}]}`))
}
