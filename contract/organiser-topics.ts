import type { ChangeName, GameChange } from './calls'
import { TOUCHES, type Topic } from './topics'

/** Like `TOUCHES`, for the organiser's calls and the commands that do the same. Apart, because no player loads it. */
export const ORGANISER_TOUCHES = {
  signInLink: [],
  blockPerson: ['user'],
  // Whom it concerns has no session yet.
  unblockPerson: [],
  voidAnyAward: TOUCHES.voidAward,
  adjustPoints: ['user', 'team', 'ranking'],
  renameTeam: ['user', 'team', 'invites', 'booth', 'ranking'],
  hideTeam: ['user', 'invites', 'booth', 'ranking'],
  showTeam: ['booth', 'ranking'],
  makeCaptain: ['user', 'team', 'invites'],
  attachTag: ['ranking', 'event'],
  // Every rank on every screen.
  freeze: ['ranking', 'event'],
  reveal: ['ranking', 'event'],
  announce: ['message'],
} as const satisfies Readonly<Record<Exclude<ChangeName, GameChange>, readonly Topic[]>>
