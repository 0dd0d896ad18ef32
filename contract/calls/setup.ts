import * as v from 'valibot'
import { change, read } from '../call'
import { TAG_TYPES, user } from '../entities'
import { type EventPart, event, eventChange, tagNote } from '../event'
import { issue } from '../field-issues'
import * as field from '../fields'
import { person } from '../form-fields'

// Calls for preparing the event. Organisers' calls may have a body of up to 1 MiB.

const organiser = { action: 'organiser', who: 'organiser' } as const
/**
 * `booth`: award lists show the names of people and point types. `invites`: people who get a booth
 * lose their join requests.
 */
const touches = ['user', 'invites', 'booth', 'event'] as const

/** Reads the event file and its version, which a change must name. */
export const readEvent = read('readEvent', {
  ...organiser,
  option: 'event',
  output: v.object({ event, version: v.string(), tag_notes: v.array(tagNote) }),
})

export const applyEvent = change('applyEvent', {
  ...organiser,
  option: 'apply',
  touches,
  input: v.object({
    /** Parsed by the handler, which reports faults as `faults`. */
    event: v.pipe(
      v.custom<EventPart>((given) => given !== undefined, issue('required')),
      v.transform((given): unknown => given),
    ),
    version: field.version,
    /** Reports the changes without making them. */
    dry_run: field.flag,
    /** Allows changes by which somebody loses a booth or the organiser role. */
    confirm: field.flag,
  }),
  output: v.object({
    changes: v.array(eventChange),
    version: v.string(),
    /** With `dry_run`: tags that would share keys before any chip is bound to them. */
    shares_keys: v.optional(v.array(v.string())),
  }),
})

/** Removes an entry of the event. Removed staff and organisers keep their accounts. */
export const removeEntry = change('removeEntry', {
  ...organiser,
  option: 'remove',
  touches,
  /** `id`: for staff and organisers, their `user_id`. */
  input: v.object({
    what: v.picklist(['vendor', 'point_type', 'tag', 'staff', 'organiser'], issue('invalid')),
    id: field.id,
    version: field.version,
  }),
  output: v.object({ version: v.string() }),
})

export const makeTags = change('makeTags', {
  ...organiser,
  option: 'make_tags',
  touches: ['event'],
  input: v.object({
    count: field.wholeNumber(/^\d{1,3}$/, 1, 500),
    nfc_type: v.picklist(TAG_TYPES, issue('invalid')),
    vendor_id: v.optional(field.id),
    point_type: v.optional(field.id),
  }),
  output: v.object({ tags: v.array(v.object({ nfc_id: v.string(), url: v.string() })) }),
})

/** Signs in as the first organiser; refused once there is one. */
export const firstOrganiser = change('firstOrganiser', {
  ...organiser,
  option: 'first',
  who: 'anyone',
  touches: ['user', 'invites', 'event'],
  input: v.object({ token: field.signInSecret, user_data: person }),
  output: v.object({ user }),
})
