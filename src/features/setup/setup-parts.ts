import type { ComponentType } from 'react'
import type { EventFile } from '#contract/event'
import { formatMoment } from '#lib/clock-time'
import { setupTexts } from '#texts/setup'
import { BoothsPart } from './booths-part'
import { EventPart } from './event-part'
import { FilePart } from './file-part'
import { GuidePart } from './guide-part'
import { PlayersPart } from './players-part'
import { PointTypesPart } from './point-types-part'
import { PrintPart } from './print-part'
import { TagsPart } from './tags-part'
import type { EventRead } from './use-event'

export type PartName = keyof typeof setupTexts.parts

/** What is open in Priprema. */
export interface Opened {
  readonly dio?: PartName | undefined
  /** A booth's id, or `NEW`. */
  readonly stand?: string | undefined
  /** A person's `user_id`, or `NEW`. */
  readonly osoba?: string | undefined
  /** A point type, or `NEW`. */
  readonly vrsta?: string | undefined
}
export interface PartProps {
  readonly read: EventRead
  readonly opened: Opened
  readonly open: (next: Opened) => void
}

interface SetupPart {
  readonly name: PartName
  /** What it has and what it lacks; null where that is not known here. */
  readonly has: (read: EventRead) => string | null
  readonly Part: ComponentType<PartProps>
}

function windowText({ starts_at, ends_at }: EventFile['settings']): string {
  const moment = (at: string | null, open: string) => (at === null ? open : formatMoment(Date.parse(at)))
  return setupTexts.has.window(moment(starts_at, setupTexts.has.openStart), moment(ends_at, setupTexts.has.openEnd))
}

/** The parts of Priprema, in the order of its navigation. */
export const SETUP_PARTS: readonly SetupPart[] = [
  { name: 'natjecanje', has: ({ event }) => windowText(event.settings), Part: EventPart },
  { name: 'vrste', has: ({ event }) => setupTexts.has.types(event.point_types.length), Part: PointTypesPart },
  {
    name: 'standovi',
    has: ({ event: { vendors } }) =>
      setupTexts.has.booths(vendors.length, vendors.filter(({ closed, staff }) => !closed && staff.length === 0).length),
    Part: BoothsPart,
  },
  {
    name: 'oznake',
    has: ({ tag_notes }) =>
      setupTexts.has.tags(tag_notes.length, tag_notes.filter(({ written_at }) => written_at === null).length),
    Part: TagsPart,
  },
  { name: 'igraci', has: () => null, Part: PlayersPart },
  { name: 'ispis', has: () => null, Part: PrintPart },
  { name: 'datoteka', has: () => null, Part: FilePart },
  { name: 'vodic', has: () => null, Part: GuidePart },
]

/** What the event lacks before it can begin, and the part in which it is entered. */
export function missingOf({ event }: EventRead): readonly { readonly dio: PartName; readonly text: string }[] {
  const { settings, point_types, vendors, organisers } = event
  const booths = vendors.filter(({ closed }) => !closed)
  const names = (list: readonly { readonly name: string }[]) => {
    const shown = list.slice(0, SHOWN_MOST).map(({ name }) => name)
    return [...shown, ...(list.length > SHOWN_MOST ? [setupTexts.more(list.length - SHOWN_MOST)] : [])].join(', ')
  }
  const unstaffed = booths.filter(({ staff }) => staff.length === 0)
  const giveNothing = booths.filter((booth) => booth.point_types.length === 0)
  const { missingItems } = setupTexts
  const missing: readonly [boolean, PartName, string][] = [
    [settings.starts_at === null || settings.ends_at === null, 'natjecanje', missingItems.window],
    [point_types.length === 0, 'vrste', missingItems.types],
    [booths.length === 0, 'standovi', missingItems.booths],
    [unstaffed.length > 0, 'standovi', missingItems.noStaff(names(unstaffed))],
    [giveNothing.length > 0, 'standovi', missingItems.noTypes(names(giveNothing))],
    [organisers.length === 1, 'natjecanje', missingItems.oneOrganiser],
  ]
  return missing.flatMap(([is, dio, text]) => (is ? [{ dio, text }] : []))
}

const SHOWN_MOST = 5
