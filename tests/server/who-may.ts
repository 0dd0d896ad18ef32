import type { CallName } from '#contract/calls'
import type { Code } from '#contract/codes'
import { ROLES } from '../support/cast'

type Outcome = 'OK' | Code
/** The outcome for each role, in the order of `ROLES`. */
type Outcomes = readonly Outcome[]

const OK = 'OK'
const anyone = (outcome: Outcome): Outcomes => ROLES.map(() => outcome)
const signedIn = (outcome: Outcome): Outcomes => [
  'NOT_AUTHENTICATED',
  ...ROLES.slice(1).map(() => outcome),
]
/**
 * Outcomes of stranger, applicant, member, captain and other captain. Staff and organiser are
 * refused, because they are not players.
 */
const players = (...outcomes: readonly [Outcome, Outcome, Outcome, Outcome, Outcome]): Outcomes => [
  'NOT_AUTHENTICATED',
  ...outcomes,
  'FORBIDDEN',
  'FORBIDDEN',
  'FORBIDDEN',
]
/** Outcomes of players without a team, member, captain and other captain. */
const byTeam = (teamless: Outcome, member: Outcome, captain: Outcome, other: Outcome): Outcomes =>
  players(teamless, teamless, member, captain, other)
const founding = (outcome: Outcome) =>
  byTeam(outcome, 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM')
const staff = (ofA: Outcome, ofB: Outcome): Outcomes => [
  'NOT_AUTHENTICATED',
  'FORBIDDEN',
  'FORBIDDEN',
  'FORBIDDEN',
  'FORBIDDEN',
  'FORBIDDEN',
  ofA,
  ofB,
  'FORBIDDEN',
]
const organiser = (outcome: Outcome): Outcomes => [
  'NOT_AUTHENTICATED',
  ...ROLES.slice(1, -1).map(() => 'FORBIDDEN' as const),
  outcome,
]
const others = {
  'our captain’s': organiser(OK),
  'booth A’s': organiser(OK),
  'the organiser’s': organiser('FORBIDDEN'),
  'nobody’s': organiser('USER_NOT_FOUND'),
}
const teams = {
  ours: organiser(OK),
  theirs: organiser(OK),
  'nobody’s': organiser('TEAM_NOT_FOUND'),
}

/** Calls that take no target, with one outcome for each role. */
const alike = <N extends CallName>(outcomes: Outcomes, ...names: readonly N[]) =>
  // `fromEntries` loses the types of the keys.
  Object.fromEntries(names.map((name) => [name, { '-': outcomes }])) as unknown as Record<
    N,
    { readonly '-': Outcomes }
  >

/**
 * The outcome of each call on each target. A call without an entry does not compile, and a target
 * without an entry fails the test.
 */
export const WHO_MAY: Readonly<Record<CallName, Readonly<Record<string, Outcomes>>>> = {
  ...alike(
    signedIn(OK),
    'currentUser',
    'listTeams',
    'listVendors',
    'updateProfile',
    'listSessions',
    'endOtherSessions',
  ),
  ...alike(signedIn(OK), 'pushKey', 'subscribePush', 'unsubscribePush', 'listMessages'),
  ...alike(
    organiser(OK),
    'overview',
    'find',
    'listPlayers',
    'listLate',
    'closeResults',
    'reopenResults',
    'freeze',
    'reveal',
    'odd',
    'day',
    'shownStars',
  ),
  ...alike(
    organiser(OK),
    'announce',
    'recall',
    'staffLinks',
    'invitePeople',
    'table',
    'audit',
    'readEvent',
    'makeTags',
  ),
  ...alike(anyone(OK), 'register', 'ranking'),
  ...alike(staff(OK, OK), 'listAwards', 'registerDevice', 'listTags'),
  ...alike(organiser('AWARD_NOT_FOUND'), 'acceptLate', 'declineLate'),
  ...alike(byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', OK, OK), 'pickEmblem', 'inviteToTeam'),
  requestCode: { 'our captain’s': anyone(OK) },
  signIn: { 'our captain’s': anyone('INVALID_CODE') },
  signOut: { 'our captain’s': anyone(OK) },

  createTeam: {
    unclaimed: founding(OK),
    'our team’s': founding('TAG_TAKEN'),
    'their team’s': founding('TAG_TAKEN'),
    'booth A’s': founding('TAG_WRONG_TYPE'),
    'booth B’s': founding('TAG_WRONG_TYPE'),
    'a bonus': founding('TAG_WRONG_TYPE'),
    unknown: founding('TAG_NOT_FOUND'),
  },
  joinTeam: {
    ours: players(OK, 'INVITE_EXISTS', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM'),
    theirs: players(OK, 'INVITE_EXISTS', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM'),
    'nobody’s': byTeam('TEAM_NOT_FOUND', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM'),
  },
  listMembers: { ours: signedIn(OK), theirs: signedIn(OK), 'nobody’s': signedIn('TEAM_NOT_FOUND') },
  listInvites: { '-': players(OK, OK, OK, OK, OK) },
  acceptInvite: {
    'our captain': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
    'our member': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
    'our applicant': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', OK, 'INVITE_NOT_FOUND'),
    'their captain': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
    'a stranger': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
  },
  // Players may withdraw their own request without being captain.
  rejectInvite: {
    'our captain': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
    'our member': byTeam('NOT_IN_TEAM', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
    'our applicant': players('NOT_IN_TEAM', OK, 'NOT_CAPTAIN', OK, 'INVITE_NOT_FOUND'),
    'their captain': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
    'a stranger': players(
      'INVITE_NOT_FOUND',
      'NOT_IN_TEAM',
      'NOT_CAPTAIN',
      'INVITE_NOT_FOUND',
      'INVITE_NOT_FOUND',
    ),
  },
  removePlayer: {
    'our captain': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', OK, 'PLAYER_NOT_FOUND'),
    'our member': byTeam('NOT_IN_TEAM', OK, OK, 'PLAYER_NOT_FOUND'),
    'our applicant': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'PLAYER_NOT_FOUND', 'PLAYER_NOT_FOUND'),
    'their captain': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'PLAYER_NOT_FOUND', OK),
    'a stranger': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'PLAYER_NOT_FOUND', 'PLAYER_NOT_FOUND'),
  },
  disbandTeam: {
    ours: byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', OK, 'TEAM_NAME_MISMATCH'),
    theirs: byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'TEAM_NAME_MISMATCH', OK),
  },
  teamPoints: { '-': byTeam('NOT_IN_TEAM', OK, OK, OK) },

  awardPoints: {
    ours: staff(OK, OK),
    theirs: staff(OK, OK),
    'nobody’s': staff('TEAM_NOT_FOUND', 'TEAM_NOT_FOUND'),
  },
  awardMany: {
    ours: staff(OK, OK),
    theirs: staff(OK, OK),
    'nobody’s': staff('TEAM_NOT_FOUND', 'TEAM_NOT_FOUND'),
  },
  voidAward: {
    'booth A’s': staff(OK, 'FORBIDDEN'),
    'nobody’s': staff('AWARD_NOT_FOUND', 'AWARD_NOT_FOUND'),
  },
  checkCooldown: {
    ours: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', OK, OK, 'FORBIDDEN', OK, OK, 'FORBIDDEN'],
    theirs: [
      'NOT_AUTHENTICATED',
      'FORBIDDEN',
      'FORBIDDEN',
      'FORBIDDEN',
      'FORBIDDEN',
      OK,
      OK,
      OK,
      'FORBIDDEN',
    ],
    'nobody’s': staff('TEAM_NOT_FOUND', 'TEAM_NOT_FOUND'),
  },

  scan: {
    unclaimed: signedIn(OK),
    'our team’s': signedIn(OK),
    'their team’s': signedIn(OK),
    'booth A’s': signedIn(OK),
    'booth B’s': signedIn(OK),
    'a bonus': ['NOT_AUTHENTICATED', 'NOT_IN_TEAM', 'NOT_IN_TEAM', OK, OK, OK, OK, OK, OK],
    unknown: signedIn('TAG_NOT_FOUND'),
  },
  deliver: {
    '-': byTeam('VOUCHER_INVALID', 'VOUCHER_INVALID', 'VOUCHER_INVALID', 'VOUCHER_INVALID'),
  },
  markTagWritten: {
    unclaimed: staff(OK, OK),
    'our team’s': staff(OK, OK),
    'their team’s': staff(OK, OK),
    'booth A’s': staff(OK, 'FORBIDDEN'),
    'booth B’s': staff('FORBIDDEN', OK),
    'a bonus': staff('FORBIDDEN', 'FORBIDDEN'),
    unknown: staff('TAG_NOT_FOUND', 'TAG_NOT_FOUND'),
  },

  organiserTeam: teams,
  signInLink: others,
  blockPerson: others,
  unblockPerson: { ...others, 'the organiser’s': organiser(OK) },
  revokeDevice: { '-': organiser('USER_NOT_FOUND') },
  voidAnyAward: { 'booth A’s': organiser(OK), 'nobody’s': organiser('AWARD_NOT_FOUND') },
  // The test moves the award to the team that already has it, or moves an unknown award.
  moveAward: { 'booth A’s': organiser('INVALID_INPUT'), 'nobody’s': organiser('AWARD_NOT_FOUND') },
  adjustPoints: teams,
  renameTeam: teams,
  hideTeam: teams,
  showTeam: teams,
  makeCaptain: {
    'our captain': organiser(OK),
    'our member': organiser(OK),
    'our applicant': organiser('PLAYER_NOT_FOUND'),
    'their captain': organiser('PLAYER_NOT_FOUND'),
    'a stranger': organiser('PLAYER_NOT_FOUND'),
  },
  attachTag: {
    unclaimed: organiser(OK),
    'our team’s': organiser(OK),
    'their team’s': organiser('TAG_TAKEN'),
    'booth A’s': organiser('TAG_WRONG_TYPE'),
    'booth B’s': organiser('TAG_WRONG_TYPE'),
    'a bonus': organiser('TAG_WRONG_TYPE'),
    unknown: organiser('TAG_NOT_FOUND'),
  },
  // The name given is another game's.
  reset: { '-': organiser('INVALID_INPUT') },
  // Nothing is frozen.
  revealNext: { '-': organiser('INVALID_INPUT') },
  withdrawSignIns: { ...others, 'the organiser’s': organiser(OK) },
  personData: { ...others, 'the organiser’s': organiser(OK) },
  // Organisers cannot erase themselves.
  erasePerson: others,
  // The version given never existed.
  applyEvent: { '-': organiser('CHANGED_MEANWHILE') },
  removeEntry: { 'our captain’s': organiser('CHANGED_MEANWHILE') },
  firstOrganiser: { '-': anyone('INVALID_CODE') },
}
