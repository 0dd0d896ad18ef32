import * as v from 'valibot'
import type { Change } from '../call'
import * as form from '../form-fields'

/** Apart from signing in, because the sign-in screen does without the rules of names. */
export const register = {
  name: 'register',
  action: 'register',
  who: 'anyone',
  bucket: 'register',
  effect: 'change',
  touches: [],
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
  output: v.object({ user_id: v.string() }),
} as const satisfies Change
