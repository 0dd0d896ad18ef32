import * as v from 'valibot'

const time = v.optional(v.nullable(v.number()), null)

/**
 * Every setting of the event as it is stored, by its name in event.json and in the table `settings`, with what applies until a file
 * sets another. Times are ms since the epoch, null = open. A test compares it with docs/event-file.md.
 */
export const storedSettings = v.object({
  team_max_members: v.optional(v.number(), 6),
  starts_at: time,
  ends_at: time,
  time_zone: v.optional(v.string(), 'Europe/Zagreb'),
})
export type StoredSettings = Readonly<v.InferOutput<typeof storedSettings>>
export type SettingName = keyof StoredSettings
export const SETTING_NAMES = Object.keys(storedSettings.entries) as readonly SettingName[]
