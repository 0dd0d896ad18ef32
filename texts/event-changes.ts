import type { ChangeValue, EventBooth, EventChange, EventFile } from '#contract/event'
import { counted, nouns } from './nouns'
import { numeral } from './numbers'

const newTag = { one: 'nova oznaka', few: 'nove oznake', other: 'novih oznaka' }
const tagTypes: Readonly<Record<string, string>> = {
  team: 'za timove',
  vendor: 'za štandove',
  bonus: 's blagom',
}

/** Finds the texts for the booths, point types and times that a change refers to. */
export interface EventNames {
  readonly booth: (vendorId: string) => string
  readonly pointType: (pointType: string) => string
  /** A time on the clocks of the event. */
  readonly moment: (at: string) => string
}

/** Names of fields, by the last part of a change's path. */
const FIELDS: Readonly<Record<string, string>> = {
  team_max_members: 'najviše članova u timu',
  starts_at: 'početak',
  ends_at: 'kraj',
  time_zone: 'vremenska zona',

  label: 'naziv',
  points: 'bodovi',
  cooldown_seconds: 'pauza u sekundama',
  name: 'naziv',
  location: 'mjesto',

  description: 'opis',
  closed: 'zatvoren',
  point_types: 'vrste bodova',
  first_name: 'ime',
  last_name: 'prezime',

  email: 'e-mail',
  mobile: 'broj mobitela',
  nickname: 'nadimak',
  pending_team: 'zahtjev za tim',
  nfc_type: 'vrsta oznake',
  vendor_id: 'štand',
  point_type: 'vrsta bodova',
  proof: 'dokaz dodira',
  uid: 'čip',
  note: 'naziv i mjesto',
}
const ADDED: Readonly<Record<string, string>> = {
  point_types: 'Nova vrsta bodova',
  vendors: 'Novi štand',
  organisers: 'Novi organizator',
  tags: 'Nova oznaka',
}

const MAX_SHOWN = 60

function valueText(field: string, value: ChangeValue | undefined, names: EventNames): string {
  if (value === null || value === undefined || value === '') return 'prazno'
  if (typeof value === 'boolean') return value ? 'da' : 'ne'
  if (typeof value === 'number') return numeral(value)
  switch (field) {
    case 'starts_at':
    case 'ends_at':
      return names.moment(value)
    case 'point_types':
      return value.split(', ').map(names.pointType).join(', ')
    case 'point_type':
      return names.pointType(value)
    case 'vendor_id':
      return names.booth(value)
    case 'nfc_type':
      return tagTypes[value] ?? value
    default:
      return value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value
  }
}

/** Says what a person loses when a change is applied. */
export function losingText({ at, name, was }: EventChange): string {
  if (at.endsWith('.access'))
    return `${name} se mora ponovno prijaviti: dosadašnji linkovi, kodovi i prijave prestaju vrijediti.`
  if (at === 'organisers') return `${name} više neće biti organizator.`
  return `${name} više neće raditi na štandu ${String(was)}.`
}

/** Matches the path of a booth's staff. */
const STAFF = /^vendors\.([^.]+)\.staff/
const partOf = ({ at }: EventChange) => at.split('.', 1)[0] ?? ''

/** One change of the event in words. */
export function changeText(change: EventChange, names: EventNames): string {
  const { kind, at, name, was, becomes } = change
  const part = partOf(change)
  if (kind === 'loses') return losingText(change)
  const [, booth] = STAFF.exec(at) ?? []
  if (kind === 'adds')
    return booth === undefined
      ? `${ADDED[part] ?? part}: ${name}`
      : `${names.booth(booth)}: dolazi ${name}`
  if (name === 'order')
    return part === 'vendors' ? 'Redoslijed štandova' : 'Redoslijed vrsta bodova'
  const field = at.split('.').at(-1) ?? ''
  const whose = part === 'settings' ? '' : `${name}, `
  return `${whose}${FIELDS[field] ?? at}: ${valueText(field, was, names)} → ${valueText(field, becomes, names)}`
}

/** Tags that an organiser made in the browser, for the audit trail. */
export const madeTagsText = (count: number, type: string) =>
  `${counted(count, nouns.tag)} ${tagTypes[type] ?? type}`

const MAX_LISTED = 10

/**
 * All changes in one line for the audit trail. Omits the names of people, so that a person's name
 * is in no text when they are erased.
 */
export function changesInShort(changes: readonly EventChange[], names: EventNames): string {
  const isNewTag = (change: EventChange) => change.kind === 'adds' && partOf(change) === 'tags'
  const tags = changes.filter(isNewTag).length
  const lines = changes
    .filter((change) => !isNewTag(change))
    .map((change) => {
      if (partOf(change) === 'organisers') return entryText('organiser', '')
      const [, booth] = STAFF.exec(change.at) ?? []
      return booth === undefined
        ? changeText(change, names)
        : entryText('staff', names.booth(booth))
    })
  const all = [...(tags === 0 ? [] : [counted(tags, newTag)]), ...new Set(lines)]
  const left = all.length - MAX_LISTED
  return [...all.slice(0, MAX_LISTED), ...(left > 0 ? [`i još ${numeral(left)}`] : [])].join('; ')
}

const ENTRIES = {
  vendor: 'štand',
  point_type: 'vrsta bodova',
  tag: 'oznaka',
  staff: 'osoblje štanda',
  organiser: 'organizatori',
} as const

/** An entry of the event for the audit trail. */
export const entryText = (what: keyof typeof ENTRIES, name: string) =>
  `${ENTRIES[what]} ${name}`.trim()

interface NamesOfEvent extends Pick<EventFile, 'point_types'> {
  readonly vendors: readonly Pick<EventBooth, 'vendor_id' | 'name'>[]
}

/** Looks up the texts for an event's changes. */
export function eventNames(
  { vendors, point_types }: NamesOfEvent,
  moment: EventNames['moment'],
): EventNames {
  const booths = new Map(vendors.map(({ vendor_id, name }) => [vendor_id, name]))
  const labels = new Map(point_types.map(({ point_type, label }) => [point_type, label]))
  return { booth: (id) => booths.get(id) ?? id, pointType: (id) => labels.get(id) ?? id, moment }
}
