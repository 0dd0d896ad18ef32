import type { Writer } from '../../db/database'
import { writeSetting } from '../../db/queries/settings'
import { SETTING_NAMES, type SettingName, settingOf } from '../../event-settings'
import { localTime } from '../../local-time'
import type { EventSettingsPart } from '../event-schema'
import { quoted } from '../quoted'
import { type Change, difference } from './changes'

/** In the format of the file. */
function shown(name: SettingName, value: unknown): unknown {
  return settingOf(name).kind === 'time' && typeof value === 'number' ? localTime(value) : value
}

export async function applySettings(db: Writer, settings: EventSettingsPart): Promise<Change[]> {
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
