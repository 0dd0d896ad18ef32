import * as v from 'valibot'
import { change, read } from '../call'
import { TAG_TYPES, user } from '../entities'
import { type EventPart, event, eventChange, tagNote } from '../event'
import { fault } from '../faults'
import * as field from '../fields'
import { register } from './register'

// How organisers prepare the event. A call of theirs may have a body of 1 MiB.

const organiser = { action: 'organiser', who: 'organiser' } as const
/** Names on booths' lists of awards too, and requests to join of who gets a booth. */
const touches = ['user', 'invites', 'booth', 'event'] as const

/** The event file, and the version to change it by. */
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
      v.custom<EventPart>((given) => given !== undefined, fault('required')),
      v.transform((given): unknown => given),
    ),
    version: field.version,
    /** Only answers what would change. */
    dry_run: field.flag,
    /** Somebody may lose a booth, or the organisers' role. */
    confirm: field.flag,
  }),
  output: v.object({
    changes: v.array(eventChange),
    version: v.string(),
    /** With `dry_run`: tags that would share their keys, while no chip is theirs. */
    shares_keys: v.optional(v.array(v.string())),
  }),
})

/** Staff and organisers keep their accounts. */
export const removeEntry = change('removeEntry', {
  ...organiser,
  option: 'remove',
  touches,
  /** `id`: of staff and organisers their `user_id`. */
  input: v.object({
    what: v.picklist(['vendor', 'point_type', 'tag', 'staff', 'organiser'], fault('invalid')),
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
    nfc_type: v.picklist(TAG_TYPES, fault('invalid')),
    vendor_id: v.optional(field.id),
    point_type: v.optional(field.id),
  }),
  output: v.object({ tags: v.array(v.object({ nfc_id: v.string(), url: v.string() })) }),
})

/** Signs in as the first organiser; nobody else can, once there is one. */
export const firstOrganiser = change('firstOrganiser', {
  ...organiser,
  option: 'first',
  who: 'anyone',
  touches: ['user', 'invites', 'event'],
  input: v.object({ token: field.signInSecret, user_data: register.input.entries.user_data }),
  output: v.object({ user }),
})
