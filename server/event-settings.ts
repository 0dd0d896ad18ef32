interface SettingOf<Kind extends string, Value> {
  readonly kind: Kind
  /** Its name in `EventSettings`. */
  readonly property: string
  /** Applies until a file sets another. Times are ms since the epoch. */
  readonly initial: Value
  /** Its line in `npm run event -- status`; null if it has none of its own. */
  readonly status: { readonly label: string; readonly text: (value: NonNullable<Value>) => string } | null
}

type WholeNumberSetting = SettingOf<'whole number', number> & { readonly min: number; readonly max: number }
/** A time, or null for open. */
type TimeSetting = SettingOf<'time', number | null>

/**
 * Every setting of the event, by its name in event.json and in the table `settings`. What the file may contain, what `apply`
 * stores and `status` prints, and the type of `readSettings` are derived from this; a test compares it with
 * docs/event-file.md.
 */
export const EVENT_SETTINGS = {
  team_max_members: {
    kind: 'whole number',
    property: 'teamMaxMembers',
    initial: 6,
    min: 0,
    max: 1_000,
    status: { label: 'Team size', text: (value) => (value === 0 ? 'no limit' : `at most ${value} members`) },
  },
  // `status` prints both ends of the event in the line 'Window'.
  starts_at: { kind: 'time', property: 'startsAt', initial: null, status: null },
  ends_at: { kind: 'time', property: 'endsAt', initial: null, status: null },
} as const satisfies Record<string, WholeNumberSetting | TimeSetting>

type Settings = typeof EVENT_SETTINGS
export type SettingName = keyof Settings
export const SETTING_NAMES = Object.keys(EVENT_SETTINGS) as readonly SettingName[]

/** A setting without its particular type, for code that treats all alike. */
export function settingOf(name: SettingName): WholeNumberSetting | TimeSetting {
  return EVENT_SETTINGS[name]
}

type ValueOf<N extends SettingName> = Settings[N]['kind'] extends 'time' ? number | null : number
/** Values as they are stored. */
export type StoredSettings = { readonly [N in SettingName]: ValueOf<N> }
export type EventSettings = { readonly [N in SettingName as Settings[N]['property']]: ValueOf<N> }
