import * as v from 'valibot'
import { TAG_TYPES } from '#contract/entities'
import { fault } from '#contract/faults'
import * as form from '#contract/form-fields'
import { characterCount, hasForbiddenCharacters, plainText, withoutNeedless } from '#rules/text'
import type { SettingName } from '../db/queries/settings'
import { parseMobile } from '../mobile'
import { parseInstant } from './instant'
import { isJsonObject } from './json-values'

const MEMBERS_MAX = 1_000
const POINTS_MAX = 1_000_000
const COOLDOWN_MAX_SECONDS = 604_800

/** Each message follows the wrong value: "must be …", "is no …". */
const MUST_BE_OBJECT = 'must be an object in { }'

/** An object without other keys: a misspelt key must not be ignored silently. */
function strict<const T extends v.ObjectEntries>(entries: T) {
  return v.objectWithRest(entries, v.never(`is no known key here; known are ${Object.keys(entries).join(', ')}`))
}

function inBraces<const T extends v.GenericSchema>(schema: T) {
  return v.pipe(v.custom<v.InferInput<T>>(isJsonObject, MUST_BE_OBJECT), schema)
}

function listOf<const T extends v.GenericSchema>(item: T) {
  return v.array(item, 'must be a list in [ ]')
}

function text(min: number, max: number) {
  const message = `must be a text of ${min} to ${max} characters in one line`
  return v.pipe(
    v.string(message),
    v.transform(withoutNeedless),
    v.normalize('NFC'),
    v.check((value) => characterCount(value) >= min && characterCount(value) <= max, message),
    v.check((value) => !hasForbiddenCharacters(value), message),
  )
}

function wholeNumber(min: number, max: number) {
  const message = `must be a whole number from ${min} to ${max}`
  return v.pipe(
    v.number(message),
    v.check((value) => Number.isInteger(value) && value >= min && value <= max, message),
  )
}

const ID_MESSAGE = 'must be an id of 1 to 64 characters of A-Z, a-z, 0-9, _ and -'
const id = v.pipe(v.string(ID_MESSAGE), v.transform(plainText), v.regex(/^[\w-]{1,64}$/, ID_MESSAGE))

const INSTANT_MESSAGE = 'must be null or a time of the years 2020 to 2100 with its zone, such as "2026-05-09T10:00:00+02:00"'
const instant = v.nullable(
  v.pipe(
    v.string(INSTANT_MESSAGE),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const at = parseInstant(dataset.value)
      if (at !== null) return at
      addIssue({ message: INSTANT_MESSAGE })
      return NEVER
    }),
  ),
)

/** Stored in E.164. */
const mobile = v.pipe(
  form.mobile,
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const number = parseMobile(dataset.value)
    if (number !== null) return number
    addIssue({ message: fault('mobile') })
    return NEVER
  }),
)

const ZONE_MESSAGE = 'must be the name of a time zone, such as "Europe/Zagreb"'

/** Not an offset such as +02:00, which knows no summer time. */
function isTimeZone(name: string): boolean {
  try {
    return /^[A-Z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const timeZone = v.pipe(v.string(ZONE_MESSAGE), v.check(isTimeZone, ZONE_MESSAGE))

const settings = strict({
  team_max_members: v.exactOptional(wholeNumber(0, MEMBERS_MAX)),
  starts_at: v.exactOptional(instant),
  ends_at: v.exactOptional(instant),
  time_zone: v.exactOptional(timeZone),
} satisfies Record<SettingName, unknown>)

const pointType = strict({
  point_type: id,
  label: text(1, 60),
  points: wholeNumber(1, POINTS_MAX),
  cooldown_seconds: wholeNumber(0, COOLDOWN_MAX_SECONDS),
})

/** Anybody's account, as the organiser lists it. */
export const person = strict({
  first_name: form.firstName,
  last_name: form.lastName,
  email: form.email,
  mobile,
  nickname: form.nickname,
})

/** Optional fields that are missing keep their value in the database. */
const vendor = strict({
  vendor_id: id,
  name: text(1, 80),
  location: v.exactOptional(text(0, 120)),
  description: v.exactOptional(text(0, 1_000)),
  point_types: v.exactOptional(listOf(id)),
  staff: v.exactOptional(listOf(inBraces(person))),
})

const PROOF_MESSAGE = `must be "ntag424", or left out`
const UID_MESSAGE = 'must be the UID of the chip, 14 digits of 0-9 and A-F'
const ONLY_BONUS = 'belongs to bonus tags alone'
const noProof = { proof: v.exactOptional(v.never(ONLY_BONUS)), uid: v.exactOptional(v.never(ONLY_BONUS)) }

const tag = v.variant(
  'nfc_type',
  [
    strict({
      nfc_id: id,
      nfc_type: v.literal('team'),
      vendor_id: v.exactOptional(v.never('belongs to no team tag')),
      point_type: v.exactOptional(v.never('belongs to no team tag')),
      ...noProof,
    }),
    strict({
      nfc_id: id,
      nfc_type: v.literal('vendor'),
      vendor_id: id,
      point_type: v.exactOptional(v.never('belongs to no vendor tag')),
      ...noProof,
    }),
    strict({
      nfc_id: id,
      nfc_type: v.literal('bonus'),
      vendor_id: v.exactOptional(id),
      point_type: id,
      proof: v.exactOptional(v.literal('ntag424', PROOF_MESSAGE)),
      uid: v.exactOptional(v.pipe(v.string(UID_MESSAGE), v.regex(/^[\da-f]{14}$/i, UID_MESSAGE), v.toUpperCase())),
    }),
  ],
  `must be one of ${TAG_TYPES.map((type) => `"${type}"`).join(', ')}`,
)

/** The fields of every kind of entry, in the order of docs/event-file.md. */
export const EVENT_FIELDS = {
  point_types: Object.keys(pointType.entries),
  vendors: Object.keys(vendor.entries),
  staff: Object.keys(person.entries),
  tags: ['nfc_id', 'nfc_type', 'vendor_id', 'point_type', 'proof', 'uid'],
} as const

/** event.json. Parts that are missing are left unchanged. */
export const eventFile = inBraces(
  strict({
    settings: v.exactOptional(inBraces(settings)),
    point_types: v.exactOptional(listOf(inBraces(pointType))),
    vendors: v.exactOptional(listOf(inBraces(vendor))),
    organisers: v.exactOptional(listOf(inBraces(person))),
    tags: v.exactOptional(listOf(inBraces(tag))),
  }),
)

export type EventFile = v.InferOutput<typeof eventFile>
export type EventSettingsPart = v.InferOutput<typeof settings>
export type EventPointType = v.InferOutput<typeof pointType>
export type EventVendor = v.InferOutput<typeof vendor>
export type EventStaff = v.InferOutput<typeof person>
export type EventTag = v.InferOutput<typeof tag>
