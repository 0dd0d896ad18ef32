import type { Handlers } from '../call-context'
import { awardMany, awardPoints } from './booth/award'
import { checkCooldown, listAwards, listVendors } from './booth/lists'
import { voidAward } from './booth/void-award'
import { audit } from './organiser/audit'
import { acceptLate, adjustPoints, corrections, listLate, moveAward, voidAnyAward } from './organiser/corrections'
import { find } from './organiser/find'
import { dismissOdd, odd } from './organiser/odd'
import { overview } from './organiser/overview'
import { organiserTeam } from './organiser/team'
import { listMessages } from './profile/list-messages'
import { endOtherSessions, listSessions } from './profile/sessions'
import { updateProfile } from './profile/update-profile'
import { pushKey, subscribePush, unsubscribePush } from './push'
import { ranking } from './ranking'
import { register } from './register'
import { scan } from './scan/scan'
import { currentUser, signOut } from './sign-in/current-user'
import { requestCode } from './sign-in/request-code'
import { signIn } from './sign-in/sign-in'
import { listTags, markTagWritten } from './tags'
import { acceptInvite, inviteToTeam, joinTeam, listInvites, rejectInvite } from './team/invites'
import { listMembers, removePlayer } from './team/members'
import { teamPoints } from './team/team-points'
import { createTeam, disbandTeam, listTeams, pickEmblem } from './team/teams'
import { deliver } from './voucher/deliver'
import { registerDevice } from './voucher/register-device'

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
  voidAnyAward,
  moveAward,
  listLate,
  acceptLate,
  adjustPoints,
  odd,
  dismissOdd,
  audit,
  ...corrections,
}
