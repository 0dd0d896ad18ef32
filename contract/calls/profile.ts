import * as v from 'valibot'
import { change, read } from '../call'
import * as entity from '../entities'
import * as form from '../form-fields'

export const updateProfile = change('updateProfile', {
  action: 'profile',
  option: 'update',
  who: 'signed-in',
  touches: ['user', 'team', 'invites'],
  input: v.object({
    user_data: v.object(
      {
        first_name: form.firstName,
        last_name: form.lastName,
        nickname: form.nickname,
        email: v.optional(form.email),
      },
      'required',
    ),
  }),
  output: v.object({ user: entity.user }),
})

export const listSessions = read('listSessions', {
  action: 'profile',
  option: 'sessions',
  who: 'signed-in',
  output: v.object({ sessions: v.array(entity.session) }),
})

export const endOtherSessions = change('endOtherSessions', {
  action: 'profile',
  option: 'end_sessions',
  who: 'signed-in',
  touches: ['user'],
})

/** The organiser's announcements. */
export const listMessages = read('listMessages', {
  action: 'message',
  option: 'list',
  who: 'signed-in',
  output: v.object({ messages: v.array(entity.message) }),
})
