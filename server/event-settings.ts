interface SettingOf<Kind extends string, Value> {
  readonly kind: Kind
  /** Its name in `EventSettings`. */
  readonly property: string
  /** Applies until a file sets another. Times are ms since the epoch. */
  readonly initial: Value
}

type TimeZoneSetting = SettingOf<'time zone', string>
type WholeNumberSetting = SettingOf<'whole number', number> & { readonly min: number; readonly max: number }
/** A time, or null for open. */
type TimeSetting = SettingOf<'time', number | null>
type Setting = WholeNumberSetting | TimeSetting | TimeZoneSetting

/**
 * Every setting of the event, by its name in event.json and in the table `settings`. What the file may contain, what `apply`
 * stores, and the type of `readSettings` are derived from this; a test compares it with docs/event-file.md.
 */
export const EVENT_SETTINGS = {
  team_max_members: {
    kind: 'whole number',
    property: 'teamMaxMembers',
    initial: 6,
    min: 0,
    max: 1_000,
  },
  starts_at: { kind: 'time', property: 'startsAt', initial: null },
  ends_at: { kind: 'time', property: 'endsAt', initial: null },
  time_zone: { kind: 'time zone', property: 'timeZone', initial: 'Europe/Zagreb' },
} as const satisfies Record<string, Setting>

type Settings = typeof EVENT_SETTINGS
export type SettingName = keyof Settings
export const SETTING_NAMES = Object.keys(EVENT_SETTINGS) as readonly SettingName[]

/** A setting without its particular type, for code that treats all alike. */
export function settingOf(name: SettingName): Setting {
  return EVENT_SETTINGS[name]
}

interface Values {
  'whole number': number
  time: number | null
  'time zone': string
}
type ValueOf<N extends SettingName> = Values[Settings[N]['kind']]
/** Values as they are stored. */
export type StoredSettings = { readonly [N in SettingName]: ValueOf<N> }
export type EventSettings = { readonly [N in SettingName as Settings[N]['property']]: ValueOf<N> }
