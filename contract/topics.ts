import type { GameChange } from './calls'

/**
 * What a change can be about. `user`: the own account, its team, its request; `team`: points, awards, pauses, members; `booth`:
 * awards of the own booth; `event`: settings, booths, point types, tags.
 */
export const TOPICS = ['user', 'team', 'invites', 'ranking', 'booth', 'event', 'message'] as const
export type Topic = (typeof TOPICS)[number]

const AWARD = ['user', 'team', 'booth', 'ranking'] as const

/**
 * The topics that each change touches: the server tells them to whom they concern, and the page rereads them after its own
 * changes. A call without an entry does not compile.
 */
export const TOUCHES = {
  register: [],
  requestCode: [],
  // The list of the account's devices.
  signIn: ['user'],
  signOut: ['user'],
  endOtherSessions: ['user'],
  createTeam: ['user', 'invites', 'ranking'],
  joinTeam: ['user', 'invites'],
  acceptInvite: ['user', 'team', 'invites', 'ranking'],
  rejectInvite: ['user', 'invites'],
  removePlayer: ['user', 'team', 'invites', 'booth', 'ranking'],
  disbandTeam: ['user', 'team', 'invites', 'booth', 'ranking'],
  awardPoints: AWARD,
  awardMany: AWARD,
  voidAward: AWARD,
  scan: ['user', 'team', 'ranking'],
  updateProfile: ['user', 'team', 'invites'],
  markTagWritten: ['event'],
  subscribePush: [],
  unsubscribePush: [],
} as const satisfies Readonly<Record<GameChange, readonly Topic[]>>
