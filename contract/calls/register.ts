import * as v from 'valibot'
import { change } from '../call'
import { seconds } from '../entities'
import * as form from '../form-fields'

/** Apart from signing in, because the sign-in screen does without the rules of names. */
export const register = change('register', {
  action: 'register',
  who: 'anyone',
  bucket: 'register',
  input: v.object({
    user_data: v.object(
      {
        first_name: form.firstName,
        last_name: form.lastName,
        email: form.email,
        mobile: form.mobile,
        nickname: form.nickname,
      },
      'required',
    ),
  }),
  output: v.object({
    user_id: v.string(),
    // Optional, because a server may be older than these fields.
    resend_seconds: v.optional(seconds),
    /** False if one that was sent before is still valid, and the limits allow no other yet. */
    sms_sent: v.optional(v.boolean()),
  }),
})
