import { clockTimeIn, isKnownZone, momentIn } from '#lib/zoned-time'
import { setupTexts } from '#texts/setup'
import { Panel } from '../../ui/panel'
import { TextField } from '../../ui/text-field'
import { EntryFields } from './entry-form'
import { People } from './people'
import {
  type FormValues,
  type PartProps,
  useEntryForm,
  useOpened,
  wholeNumber,
} from './use-entry-form'

const texts = setupTexts.event

/**
 * Formats an instant for a datetime-local field; empty for none. As elsewhere on the screen, a
 * browser that does not know the zone shows times in its own.
 */
export function shown(instant: string | null, zone: string): string {
  return instant === null
    ? ''
    : clockTimeIn(isKnownZone(zone) ? zone : undefined, Date.parse(instant))
}

/**
 * Parses an instant typed in a known zone; null if the field is empty. Returns a text that is no
 * time, such as one with the year 20261, unchanged: the server refuses it.
 */
export function instantOf(typed: string, zone: string): string | null {
  if (typed === '') return null
  const at = momentIn(zone, typed)
  return Number.isNaN(at) ? typed : new Date(at).toISOString()
}

type SettingsValues = Readonly<
  Record<'starts_at' | 'ends_at' | 'time_zone' | 'team_max_members', string>
>

/**
 * Refuses times in a zone that the browser does not know, because it cannot convert them. A form
 * with untouched times and zone sends none.
 */
export function checkZone(typed: SettingsValues, current: SettingsValues): FormValues {
  const sendsTimes = (['starts_at', 'ends_at', 'time_zone'] as const).some(
    (name) => typed[name] !== current[name],
  )
  return sendsTimes && !isKnownZone(typed.time_zone.trim()) ? { time_zone: texts.zoneUnknown } : {}
}

const ZONES = 'time-zones'

function SettingsForm({ read }: PartProps) {
  const { starts_at, ends_at, time_zone, team_max_members } = read.event.settings
  const current = {
    starts_at: shown(starts_at, time_zone),
    ends_at: shown(ends_at, time_zone),
    time_zone,
    team_max_members: String(team_max_members),
  }
  const form = useEntryForm({
    read,
    at: 'settings',
    current,
    check: (typed) => checkZone(typed, current),
    part: (typed, isTouched) => {
      // Send no instant if its text is unchanged, because a text may mean two instants: 02:30
      // occurs twice when clocks go back. If the zone changes, send the displayed time in it.
      const instant = (name: 'starts_at' | 'ends_at') =>
        isTouched(name) || isTouched('time_zone')
          ? { [name]: instantOf(typed[name], typed.time_zone.trim()) }
          : {}
      const size = isTouched('team_max_members')
        ? { team_max_members: wholeNumber(typed.team_max_members) }
        : {}
      const zone = isTouched('time_zone') ? { time_zone: typed.time_zone } : {}
      return { settings: { ...instant('starts_at'), ...instant('ends_at'), ...zone, ...size } }
    },
    done: () => texts.saved,
  })
  return (
    <EntryFields form={form}>
      <TextField
        {...form.field('starts_at', texts.startsHint)}
        type="datetime-local"
        label={texts.starts}
      />
      <TextField
        {...form.field('ends_at', texts.endsHint)}
        type="datetime-local"
        label={texts.ends}
      />
      <TextField {...form.field('time_zone', texts.zoneHint)} list={ZONES} label={texts.zone} />
      <datalist id={ZONES}>
        {Intl.supportedValuesOf('timeZone').map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      <TextField
        {...form.field('team_max_members', texts.sizeHint)}
        inputMode="numeric"
        label={texts.size}
      />
    </EntryFields>
  )
}

/** When the event is, how large teams are, and who runs it. */
export function SettingsPart({ read }: PartProps) {
  const { opened } = useOpened()
  return (
    <>
      {opened.personId === undefined && (
        <Panel title={setupTexts.parts.settings}>
          <SettingsForm read={read} />
        </Panel>
      )}
      <People read={read} people={read.event.organisers} booth={null} />
    </>
  )
}
