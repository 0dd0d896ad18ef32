import type { Award } from '#contract/entities'
import type { Reader } from '../db/database'
import { readEntriesOf } from '../db/queries/awards'
import type { Names } from '../db/queries/vendors'

/** A team's awards as JSON, newest first, with the brace that closes an answer. Names are looked up here: joined to each of a thousand entries they take most of the time. */
export async function writeTeamAwards(db: Reader, team_id: string, { vendors, labels }: Names): Promise<Buffer> {
  const entries = await readEntriesOf(db, team_id)
  const awards = entries.map(
    ({ award_id, team_name, vendor_id, point_type, points, awarded_at, received_at, voided_at }): Award => {
      return {
        award_id,
        team_id,
        team_name,
        vendor_id,
        vendor_name: vendor_id === null ? null : (vendors.get(vendor_id) ?? null),
        point_type,
        label: labels.get(point_type) ?? point_type,
        points,
        awarded_at: new Date(awarded_at).toISOString(),
        received_at: new Date(received_at).toISOString(),
        voided: voided_at !== null,
      }
    },
  )
  return Buffer.from(`${JSON.stringify(awards)}}`)
}
