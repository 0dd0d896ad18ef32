import * as v from 'valibot'
import { change } from '../call'
import { seconds } from '../entities'
import { person } from '../form-fields'

export const register = change('register', {
  action: 'register',
  who: 'anyone',
  bucket: 'register',
  input: v.object({ user_data: person }),
  output: v.object({
    user_id: v.string(),
    // Optional, because a server may be older than these fields.
    resend_seconds: v.optional(seconds),
    /** False if an earlier SMS is still valid and the limits do not allow another yet. */
    sms_sent: v.optional(v.boolean()),
  }),
})
