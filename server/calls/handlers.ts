import type { Handlers } from '../call-context'
import {
  currentUser,
  endOtherSessions,
  listMessages,
  listSessions,
  pushKey,
  signOut,
  subscribePush,
  unsubscribePush,
  updateProfile,
} from './account'
import { awardMany, awardPoints, checkCooldown, listAwards, listVendors, voidAward } from './booth'
import { corrections, listLate } from './corrections'
import { personData, table } from './exports'
import { acceptInvite, inviteToTeam, joinTeam, listInvites, rejectInvite } from './invites'
import { audit, dismissOdd, find, odd, organiserTeam, overview } from './organiser'
import { listTags, markTagWritten, scan } from './scan'
import { applyEvent, firstOrganiser, makeTags, readEvent, removeEntry } from './setup'
import { register, requestCode } from './sign-in/ask-sign-in'
import { signIn } from './sign-in/sign-in'
import { createTeam, disbandTeam, listMembers, listTeams, pickEmblem, ranking, removePlayer, teamPoints } from './team'
import { deliver, registerDevice } from './voucher'

/** The handler of every call of the contract; `Handlers` keeps it complete. */
export const handlers: Handlers = {
  register,
  requestCode,
  currentUser,
  signOut,
  signIn,
  createTeam,
  pickEmblem,
  joinTeam,
  inviteToTeam,
  listTeams,
  ranking,
  listMembers,
  listInvites,
  acceptInvite,
  rejectInvite,
  removePlayer,
  disbandTeam,
  teamPoints,
  listVendors,
  listAwards,
  awardPoints,
  awardMany,
  voidAward,
  checkCooldown,
  scan,
  updateProfile,
  listSessions,
  endOtherSessions,
  listTags,
  markTagWritten,
  pushKey,
  subscribePush,
  unsubscribePush,
  listMessages,
  registerDevice,
  deliver,
  overview,
  find,
  organiserTeam,
  listLate,
  odd,
  dismissOdd,
  audit,
  table,
  personData,
  readEvent,
  applyEvent,
  removeEntry,
  makeTags,
  firstOrganiser,
  ...corrections,
}
