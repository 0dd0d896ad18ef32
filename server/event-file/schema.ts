import * as v from 'valibot'
import { issue } from '#contract/field-issues'
import * as field from '#contract/fields'
import * as form from '#contract/form-fields'
import { characterCount, hasForbiddenCharacters, plainText, stripInvisible } from '#rules/text'
import { clampTime } from '#rules/time-range'
import type { EventFaultName } from '#texts/event-faults'
import type { SettingName } from '../db/queries/settings'
import { parseMobile } from '../mobile'

const MEMBERS_MAX = 1_000
const POINTS_MAX = 1_000_000
const COOLDOWN_MAX_SECONDS = 604_800
const ID_MAX = 64
const TIME_MAX = 40
const ZONE_MAX = 64
const UID_LENGTH = 14
const NOTE_MAX = 80

/** A schema's message is the name of a fault and the values of its text, with this between them. */
export const SEPARATOR = '\n'
const faultMessage = (name: EventFaultName, ...values: readonly (string | number)[]) =>
  [name, ...values].join(SEPARATOR)

/** A schema of objects without other keys, because a misspelt key must not be ignored silently. */
function strict<const T extends v.ObjectEntries>(entries: T) {
  return v.objectWithRest(
    entries,
    v.never(faultMessage('unknown_key', Object.keys(entries).join(', '))),
  )
}

export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function objectOf<const T extends v.GenericSchema>(schema: T) {
  return v.pipe(v.custom<v.InferInput<T>>(isJsonObject, faultMessage('object')), schema)
}

function listOf<const T extends v.GenericSchema>(item: T) {
  return v.array(item, faultMessage('list'))
}

function text(min: number, max: number) {
  const message = faultMessage('text', min, max)
  return v.pipe(
    field.text(max, message),
    v.transform(stripInvisible),
    v.normalize('NFC'),
    v.check((value) => characterCount(value) >= min && characterCount(value) <= max, message),
    v.check((value) => !hasForbiddenCharacters(value), message),
  )
}

function wholeNumber(min: number, max: number) {
  const message = faultMessage('whole_number', min, max)
  return v.pipe(
    v.number(message),
    v.check((value) => Number.isInteger(value) && value >= min && value <= max, message),
  )
}

const id = v.pipe(
  field.text(ID_MAX, faultMessage('id')),
  v.transform(plainText),
  v.regex(/^[\w-]{1,64}$/, faultMessage('id')),
)

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/

/**
 * Parses an ISO 8601 time with zone to ms since the epoch. Returns null if the time does not exist,
 * such as 30 February, or cannot be stored (rule 18).
 */
export function parseInstant(text: string): number | null {
  const parts = INSTANT.exec(text)
  if (parts === null) return null
  const [, year, month, day] = parts.map(Number)
  const lastDay = new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate()
  const at = Date.parse(text)
  return clampTime(at) !== at || (day ?? 0) > lastDay ? null : at
}

const instant = v.nullable(
  v.pipe(
    field.text(TIME_MAX, faultMessage('time')),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const at = parseInstant(dataset.value)
      if (at !== null) return at
      addIssue({ message: faultMessage('time') })
      return NEVER
    }),
  ),
)

/** A mobile number, which the schema converts to E.164. */
const mobile = v.pipe(
  form.mobile,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const number = parseMobile(dataset.value)
    if (number !== null) return number
    addIssue({ message: issue('mobile') })
    return NEVER
  }),
)

/**
 * Whether a name is a time zone. Offsets such as +02:00 are none, because they have no summer time.
 */
function isTimeZone(name: string): boolean {
  try {
    return (
      /^[A-Z]/i.test(name) &&
      new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
    )
  } catch {
    return false
  }
}

const timeZone = v.pipe(
  field.text(ZONE_MAX, faultMessage('time_zone')),
  v.check(isTimeZone, faultMessage('time_zone')),
)

const settings = strict({
  team_max_members: v.exactOptional(wholeNumber(0, MEMBERS_MAX)),
  starts_at: v.exactOptional(instant),
  ends_at: v.exactOptional(instant),
  time_zone: v.exactOptional(timeZone),
} satisfies Record<SettingName, unknown>)

const pointType = strict({
  point_type: id,
  label: text(1, 60),
  points: wholeNumber(0, POINTS_MAX),
  cooldown_seconds: wholeNumber(0, COOLDOWN_MAX_SECONDS),
})

/** Also allows an empty value, which `planPeople` fills in. */
const maybe = <const T extends typeof form.email | typeof form.nickname>(schema: T) =>
  v.lazy((given) => (given === '' ? v.literal('') : schema))

/** A person as listed by the organiser. */
export const person = strict({
  first_name: form.firstName,
  last_name: form.lastName,
  email: maybe(form.email),
  mobile,
  nickname: maybe(form.nickname),
  /** The person's account, sent by Priprema so that a number can be corrected. */
  user_id: v.exactOptional(field.text(ID_MAX, faultMessage('id'))),
})

/** A booth. Optional fields that are missing keep their stored value. */
const vendor = strict({
  vendor_id: id,
  name: text(1, 80),
  location: v.exactOptional(text(0, 120)),
  description: v.exactOptional(text(0, 1_000)),
  closed: v.exactOptional(v.boolean(faultMessage('flag'))),
  point_types: v.exactOptional(listOf(id)),
  staff: v.exactOptional(listOf(objectOf(person))),
})

const without = (name: EventFaultName) => v.exactOptional(v.never(faultMessage(name)))
const noProof = { proof: without('of_bonus_alone'), uid: without('of_bonus_alone') }

const note = v.exactOptional(text(0, NOTE_MAX))

const tag = v.variant(
  'nfc_type',
  [
    strict({
      nfc_id: id,
      nfc_type: v.literal('team'),
      note,
      vendor_id: without('of_no_team_tag'),
      point_type: without('of_no_team_tag'),
      ...noProof,
    }),
    strict({
      nfc_id: id,
      nfc_type: v.literal('vendor'),
      note,
      vendor_id: id,
      point_type: without('of_no_vendor_tag'),
      ...noProof,
    }),
    strict({
      nfc_id: id,
      nfc_type: v.literal('bonus'),
      note,
      vendor_id: v.exactOptional(id),
      point_type: id,
      proof: v.exactOptional(v.literal('ntag424', faultMessage('proof'))),
      uid: v.exactOptional(
        v.pipe(
          field.text(UID_LENGTH, faultMessage('uid')),
          v.regex(/^[\da-f]{14}$/i, faultMessage('uid')),
          v.toUpperCase(),
        ),
      ),
    }),
  ],
  faultMessage('tag_type'),
)

/** Fields of each kind of entry, in the order of docs/event-file.md. */
export const EVENT_FIELDS = {
  point_types: Object.keys(pointType.entries),
  vendors: Object.keys(vendor.entries),
  staff: Object.keys(person.entries),
  tags: ['nfc_id', 'nfc_type', 'vendor_id', 'point_type', 'proof', 'uid', 'note'],
} as const

/** The schema of event.json. Parts that are missing are left unchanged. */
export const eventFile = objectOf(
  strict({
    settings: v.exactOptional(objectOf(settings)),
    point_types: v.exactOptional(listOf(objectOf(pointType))),
    vendors: v.exactOptional(listOf(objectOf(vendor))),
    organisers: v.exactOptional(listOf(objectOf(person))),
    tags: v.exactOptional(listOf(objectOf(tag))),
  }),
)

export type ParsedEvent = v.InferOutput<typeof eventFile>
export type EventSettingsPart = v.InferOutput<typeof settings>
export type EventPointType = v.InferOutput<typeof pointType>
export type EventVendor = v.InferOutput<typeof vendor>
export type ParsedPerson = v.InferOutput<typeof person>
export type EventTag = v.InferOutput<typeof tag>
