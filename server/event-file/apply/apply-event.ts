import { audit, type By } from '../../corrections/correction'
import { type Database, type Work, type Writer, writeOrTry } from '../../db/database'
import { SETTING_NAMES, type SettingName, writeSetting } from '../../db/queries/settings'
import { noTagKeys, type TagKeys } from '../../tag-proof/tag-keys'
import { localTime } from '../../time'
import type { EventFile, EventSettingsPart } from '../event-schema'
import { FaultyEvent } from '../faulty-event'
import { quoted } from '../quoted'
import { applyPointTypes } from './apply-point-types'
import { applyStaff } from './apply-staff'
import { applyTags, findTagFaults } from './apply-tags'
import { applyVendors } from './apply-vendors'
import { type Change, difference } from './changes'
import { planStaff } from './staff-plan'

/** In the format of the file. */
function shown(name: SettingName, value: unknown): unknown {
  const isTime = name === 'starts_at' || name === 'ends_at'
  return isTime && typeof value === 'number' ? localTime(value) : value
}

async function applySettings(db: Writer, settings: EventSettingsPart): Promise<Change[]> {
  const rows = await db.selectFrom('settings').selectAll().execute()
  const stored = new Map(rows.map((row) => [row.name, JSON.parse(row.value) as unknown]))
  const changes: Change[] = []
  for (const name of SETTING_NAMES) {
    const value = settings[name]
    const before = stored.get(name)
    if (value === undefined || value === before) continue
    await writeSetting(db, name, value)
    const after = shown(name, value)
    changes.push(
      before === undefined
        ? { sign: '+', what: 'setting', id: name, details: [quoted(after)] }
        : { sign: '~', what: 'setting', id: name, details: [difference('value', shown(name, before), after)] },
    )
  }
  return changes
}

/** Applies a file within an open transaction. Throws `FaultyEvent` before it changes anything. */
export async function applyEventIn(db: Writer, file: EventFile, now: number, tagKeys = noTagKeys): Promise<readonly Change[]> {
  const vendors = file.vendors ?? []
  const tags = file.tags ?? []
  const plan = await planStaff(db, file)
  const faults = [...plan.faults, ...(await findTagFaults(db, tags, tagKeys))]
  if (faults.length > 0) throw new FaultyEvent(faults)
  return [
    ...(await applySettings(db, file.settings ?? {})),
    ...(await applyPointTypes(db, file.point_types ?? [])),
    ...(await applyVendors(db, vendors)),
    ...(await applyStaff(db, file, plan, now)),
    ...(await applyTags(db, tags, now)),
  ]
}

interface ApplyOrder {
  /** ms since the epoch. */
  readonly now: number
  readonly dryRun: boolean
  readonly by: By
  /** What the file is called. */
  readonly name: string
  /** Without them no tag may ask for proofs. */
  readonly tagKeys?: TagKeys
}

/**
 * Applies a file in one transaction.
 * @param options.dryRun rolls back, and returns what would have changed
 * @returns the changes; empty if the database already matches the file
 */
export async function applyEvent(
  db: Database,
  file: EventFile,
  { now, dryRun, by, name, tagKeys }: ApplyOrder,
): Promise<readonly Change[]> {
  const work: Work<readonly Change[]> = async (writer) => {
    const changes = await applyEventIn(writer, file, now, tagKeys)
    const count = changes.length === 1 ? '1 change' : `${changes.length} changes`
    if (changes.length > 0) await audit(writer, now, by, { what: 'apply', about: `${name}, ${count}` })
    return changes
  }
  return await writeOrTry(db, { on: 'event' }, work, dryRun)
}
