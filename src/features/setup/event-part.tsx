import { formatMoment } from '#lib/clock-time'
import { clockTimeIn, momentIn } from '#lib/zoned-time'
import { setupTexts } from '#texts/setup'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { AskLosing, EntryField, EntryFields } from './entry-form'
import { People } from './people'
import { type EventRead, type PartProps, useEntryForm, useSave, wholeNumber } from './use-event'

const HALF_AN_HOUR_MS = 30 * 60_000

function knownZones(): readonly string[] {
  return 'supportedValuesOf' in Intl ? Intl.supportedValuesOf('timeZone') : []
}

/** An instant as a field of date and time shows it; empty for none. */
function shown(instant: string | null, zone: string): string {
  return instant === null ? '' : clockTimeIn(zone, Date.parse(instant))
}

/** What is typed as an instant. A zone that the browser does not know is the server's to judge. */
function instantOf(typed: string, zone: string): string | null {
  if (typed === '') return null
  try {
    return new Date(momentIn(zone, typed)).toISOString()
  } catch {
    return null
  }
}

const ZONES = 'time-zones'

function EventForm({ read }: { read: EventRead }) {
  const { starts_at, ends_at, time_zone, team_max_members } = read.event.settings
  const form = useEntryForm({
    read,
    at: 'settings',
    current: {
      starts_at: shown(starts_at, time_zone),
      ends_at: shown(ends_at, time_zone),
      time_zone,
      team_max_members: String(team_max_members),
    },
    part: (typed) => ({
      settings: {
        starts_at: instantOf(typed.starts_at, typed.time_zone),
        ends_at: instantOf(typed.ends_at, typed.time_zone),
        time_zone: typed.time_zone,
        team_max_members: wholeNumber(typed.team_max_members),
      },
    }),
    done: () => setupTexts.event.saved,
  })
  return (
    <EntryFields form={form}>
      <EntryField
        form={form}
        name="starts_at"
        type="datetime-local"
        label={setupTexts.event.starts}
        hint={setupTexts.event.startsHint}
      />
      <EntryField
        form={form}
        name="ends_at"
        type="datetime-local"
        label={setupTexts.event.ends}
        hint={setupTexts.event.endsHint}
      />
      <EntryField form={form} name="time_zone" list={ZONES} label={setupTexts.event.zone} hint={setupTexts.event.zoneHint} />
      <datalist id={ZONES}>
        {knownZones().map((zone) => (
          <option key={zone} value={zone}>
            {zone}
          </option>
        ))}
      </datalist>
      <EntryField
        form={form}
        name="team_max_members"
        inputMode="numeric"
        label={setupTexts.event.size}
        hint={setupTexts.event.sizeHint}
      />
    </EntryFields>
  )
}

/** Half an hour longer by one tap. */
function Longer({ read }: { read: EventRead }) {
  const saving = useSave()
  const { ends_at } = read.event.settings
  if (ends_at === null) return null
  const end = Date.parse(ends_at) + HALF_AN_HOUR_MS
  const order = {
    part: { settings: { ends_at: new Date(end).toISOString() } },
    version: read.version,
    done: setupTexts.event.ends30(formatMoment(end)),
  }
  return (
    <div className="mt-5 flex flex-col gap-2 border-t border-line pt-5">
      <Button variant="secondary" className="self-start" busy={saving.isSaving} onClick={() => saving.save(order)}>
        {setupTexts.event.longer}
      </Button>
      <p role="alert" className="text-danger empty:hidden">
        {saving.fault}
      </p>
      <AskLosing {...saving} />
    </div>
  )
}

/** When the event is, how large teams are, and who runs it. */
export function EventPart(props: PartProps) {
  const { read, opened } = props
  return (
    <>
      {opened.osoba === undefined && (
        <Panel title={setupTexts.parts.natjecanje}>
          <EventForm read={read} />
          <Longer read={read} />
        </Panel>
      )}
      <People {...props} of={{ people: read.event.organisers, booth: null }} />
    </>
  )
}
