import * as v from 'valibot'
import { count, instant, points, seconds, tagType } from './entities'

// The event file as sent over the API: docs/event-file.md.

const person = v.object({
  /** The person's account, so that a number can be corrected. New people have none. */
  user_id: v.optional(v.string()),
  first_name: v.string(),
  last_name: v.string(),
  email: v.string(),
  mobile: v.string(),
  nickname: v.string(),
})

const settings = v.object({
  team_max_members: count,
  starts_at: v.nullable(instant),
  ends_at: v.nullable(instant),
  time_zone: v.string(),
})

const booth = v.object({
  vendor_id: v.string(),
  name: v.string(),
  location: v.string(),
  description: v.string(),
  closed: v.boolean(),
  point_types: v.array(v.string()),
  staff: v.array(person),
})

const tag = v.object({
  nfc_id: v.string(),
  nfc_type: tagType,
  vendor_id: v.optional(v.string()),
  point_type: v.optional(v.string()),
  proof: v.optional(v.string()),
  uid: v.optional(v.string()),
  note: v.optional(v.string()),
})

export const event = v.object({
  settings,
  point_types: v.array(
    v.object({ point_type: v.string(), label: v.string(), points, cooldown_seconds: seconds }),
  ),
  vendors: v.array(booth),
  organisers: v.array(person),
  tags: v.array(tag),
})

/**
 * A tag's maker and writer, as nicknames, and its team. `shares_keys`: it shares its keys with
 * another tag and has no chip yet, so one touch could be passed off as two.
 */
export const tagNote = v.object({
  nfc_id: v.string(),
  created_at: v.nullable(instant),
  created_by: v.nullable(v.string()),
  written_at: v.nullable(instant),
  written_by: v.nullable(v.string()),
  team_name: v.nullable(v.string()),
  shares_keys: v.optional(v.boolean(), false),
})

export type EventFile = v.InferOutput<typeof event>
export type EventPerson = v.InferOutput<typeof person>
export type EventBooth = v.InferOutput<typeof booth>
/** Part of an event file; missing parts stay unchanged. */
export type EventPart = {
  readonly settings?: Partial<EventFile['settings']>
  readonly vendors?: readonly (Pick<EventBooth, 'vendor_id' | 'name'> & Partial<EventBooth>)[]
} & Partial<Pick<EventFile, 'point_types' | 'organisers' | 'tags'>>

/**
 * `loses`: somebody loses or changes a booth, stops being an organiser, or loses access because a
 * number or role changes (rule 22; `at` then ends with `.access`).
 */
export const CHANGE_KINDS = ['adds', 'changes', 'loses'] as const

const changeValue = v.nullable(v.union([v.string(), v.number(), v.boolean()]))

/**
 * One change of the event. `at` is its path: `settings.ends_at`, `vendors.arkade.name`,
 * `vendors.arkade.staff.mobile`, `vendors` (their order). `name` is what people call the booth,
 * person, point type or tag that changes. For a person who `loses` a booth, `was` and `becomes`
 * name booths.
 */
export const eventChange = v.object({
  kind: v.picklist(CHANGE_KINDS),
  at: v.string(),
  name: v.string(),
  was: v.optional(changeValue),
  becomes: v.optional(changeValue),
})
export type EventChange = v.InferOutput<typeof eventChange>
export type ChangeValue = v.InferOutput<typeof changeValue>

/** A fault of a value that was sent, at a path such as `vendors.3.staff.0.mobile`. */
export const eventFault = v.object({ path: v.string(), message: v.string() })
export type EventFault = v.InferOutput<typeof eventFault>
