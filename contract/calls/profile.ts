import * as v from 'valibot'
import type { Change, Read } from '../call'
import * as entity from '../entities'
import * as form from '../form-fields'

export const updateProfile = {
  name: 'updateProfile',
  action: 'profile',
  option: 'update',
  who: 'signed-in',
  effect: 'change',
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
} as const satisfies Change

export const listSessions = {
  name: 'listSessions',
  action: 'profile',
  option: 'sessions',
  who: 'signed-in',
  effect: 'read',
  input: v.object({}),
  output: v.object({ sessions: v.array(entity.session) }),
} as const satisfies Read

export const endOtherSessions = {
  name: 'endOtherSessions',
  action: 'profile',
  option: 'end_sessions',
  who: 'signed-in',
  effect: 'change',
  touches: ['user'],
  input: v.object({}),
  output: v.object({}),
} as const satisfies Change

/** What the organiser has announced. */
export const listMessages = {
  name: 'listMessages',
  action: 'message',
  option: 'list',
  who: 'signed-in',
  effect: 'read',
  input: v.object({}),
  output: v.object({ messages: v.array(entity.message) }),
} as const satisfies Read
