import { randomUUID } from 'node:crypto'
import { type CallName, definitionOf } from '#contract/calls'
import type { Code } from '#contract/codes'
import { type Cast, ROLES } from '../support/cast'
import { newProfile } from '../support/people'

/** Whose ids a call can name, by the field that names them. */
const TARGETS = {
  team_id: {
    ours: (cast: Cast) => cast.team.ours,
    theirs: (cast: Cast) => cast.team.theirs,
    'nobody’s': (cast: Cast) => cast.team['nobody’s'],
  },
  player_id: {
    'our captain': (cast: Cast) => cast.user.captain,
    'our member': (cast: Cast) => cast.user.member,
    'our applicant': (cast: Cast) => cast.user.applicant,
    'their captain': (cast: Cast) => cast.user['other captain'],
    'a stranger': (cast: Cast) => cast.user.stranger,
  },
  award_id: { 'booth A’s': (cast: Cast) => cast.award['booth A’s'], 'nobody’s': (cast: Cast) => cast.award['nobody’s'] },
  nfc_id: {
    unclaimed: (cast: Cast) => cast.tag.unclaimed,
    'our team’s': (cast: Cast) => cast.tag.ours,
    'their team’s': (cast: Cast) => cast.tag.theirs,
    'booth A’s': (cast: Cast) => cast.tag['booth A’s'],
    'booth B’s': (cast: Cast) => cast.tag['booth B’s'],
    'a bonus': (cast: Cast) => cast.tag.bonus,
    unknown: (cast: Cast) => cast.tag.unknown,
  },
  id: { 'our captain’s': (cast: Cast) => cast.user.captain },
  user_id: {
    'our captain’s': (cast: Cast) => cast.user.captain,
    'booth A’s': (cast: Cast) => cast.user['staff of booth A'],
    'the organiser’s': (cast: Cast) => cast.user.organiser,
    'nobody’s': (cast: Cast) => cast.team['nobody’s'],
  },
  team_name: { ours: (cast: Cast) => cast.teamName.ours, theirs: (cast: Cast) => cast.teamName.theirs },
} as const
type Field = keyof typeof TARGETS

/** Fields that name nobody's. */
const VALUES: Readonly<Record<string, (name: CallName) => unknown>> = {
  user_data: () => newProfile(),
  subscription: () => ({ endpoint: 'https://push.example.com/send/1', keys: { p256dh: 'BAbc', auth: 'abc' } }),
  endpoint: () => 'https://push.example.com/send/1',
  mtp: (name) => (name === 'signOut' ? 'logout' : '123456'),
  point_type: () => 'pobjeda',
  late_id: () => 'nema-ga',
  reason: () => 'Zato',
  points: () => 5,
  adjustment_id: () => randomUUID(),
  query: () => 'ana',
  text: () => 'Ručak do 13 h.',
  to: () => 'all',
}
/** Fields left out here: each is optional, and whose account and booth they may name has tests of its own below. */
const LEFT_OUT = new Set(['nfc_type', 'queued_ms', 'user_id', 'vendor_id', 'version', 'limit', 'before', 'emblem'])
/** What tells a call's targets apart, where it has several such fields. */
const MAIN_FIELD: Partial<Record<CallName, Field>> = {
  createTeam: 'nfc_id',
  awardPoints: 'team_id',
  makeCaptain: 'player_id',
  attachTag: 'nfc_id',
  moveAward: 'award_id',
}
/** Of an organiser's calls, `user_id` is whom they are about, and not who calls. */
export const isAbout = (name: CallName) => definitionOf(name).who === 'organiser'

interface Case {
  readonly target: string
  readonly input: (cast: Cast) => object
}

/** What a call may be made on, from what the contract says that it takes. */
export function casesOf(name: CallName): readonly Case[] {
  if (name === 'awardMany') {
    const one = (cast: Cast, team_id: string) => ({
      awards: [{ team_id, point_type: 'pobjeda', award_id: cast.award['nobody’s'] }],
    })
    return Object.entries(TARGETS.team_id).map(([target, idOf]) => ({ target, input: (cast) => one(cast, idOf(cast)) }))
  }
  const fields = Object.keys(definitionOf(name).input.entries).filter(
    (field) => !LEFT_OUT.has(field) || (field === 'user_id' && isAbout(name)),
  )
  const named = fields.filter((field): field is Field => field in TARGETS)
  const unknown = fields.filter((field) => !(field in TARGETS) && !(field in VALUES))
  if (unknown.length > 0) throw new Error(`${name} has a field that this matrix does not know: ${unknown.join(', ')}`)
  const values = (cast: Cast) => ({
    ...Object.fromEntries(fields.filter((field) => field in VALUES).map((field) => [field, VALUES[field]?.(name)])),
    ...(name === 'createTeam' ? { team_name: `Novi ${randomUUID().slice(0, 8)}` } : {}),
    ...(name === 'renameTeam' ? { team_name: `Novi ${randomUUID().slice(0, 8)}` } : {}),
    ...(name === 'makeCaptain' || name === 'attachTag' || name === 'moveAward' ? { team_id: cast.team.ours } : {}),
    ...(name === 'awardPoints' ? { award_id: cast.award['nobody’s'] } : {}),
  })
  const main = MAIN_FIELD[name] ?? named[0]
  if (main === undefined) return [{ target: '-', input: values }]
  return Object.entries(TARGETS[main]).map(([target, idOf]) => ({
    target,
    input: (cast) => ({ ...values(cast), [main]: idOf(cast) }),
  }))
}

type Outcome = 'OK' | Code
/** The outcome for each role, in the order of `ROLES`. */
type Outcomes = readonly Outcome[]

const OK = 'OK'
const anyone = (outcome: Outcome): Outcomes => ROLES.map(() => outcome)
const signedIn = (outcome: Outcome): Outcomes => ['NOT_AUTHENTICATED', ...ROLES.slice(1).map(() => outcome)]
/** Stranger, applicant, member, captain, other captain; a booth's staff and an organiser are no players. */
const players = (...outcomes: readonly [Outcome, Outcome, Outcome, Outcome, Outcome]): Outcomes => [
  'NOT_AUTHENTICATED',
  ...outcomes,
  ...(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'] as const),
]
/** Teamless, member, captain, other captain. */
const byTeam = (teamless: Outcome, member: Outcome, captain: Outcome, other: Outcome): Outcomes =>
  players(teamless, teamless, member, captain, other)
const staff = (ofA: Outcome, ofB: Outcome): Outcomes => [
  'NOT_AUTHENTICATED',
  ...(['FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN'] as const),
  ofA,
  ofB,
  'FORBIDDEN',
]
const organiser = (outcome: Outcome): Outcomes => [
  'NOT_AUTHENTICATED',
  ...ROLES.slice(1, -1).map(() => 'FORBIDDEN' as const),
  outcome,
]
const teams = { ours: organiser(OK), theirs: organiser(OK), 'nobody’s': organiser('TEAM_NOT_FOUND') }

/** The outcome of each call on each target. A call without an entry does not compile, a target without one fails. */
export const WHO_MAY: Readonly<Record<CallName, Readonly<Record<string, Outcomes>>>> = {
  register: { '-': anyone(OK) },
  requestCode: { 'our captain’s': anyone(OK) },
  signIn: { 'our captain’s': anyone('INVALID_CODE') },
  signOut: { 'our captain’s': anyone(OK) },
  currentUser: { '-': signedIn(OK) },
  ranking: { '-': anyone(OK) },

  createTeam: {
    unclaimed: byTeam(OK, 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM'),
    'our team’s': byTeam('TAG_TAKEN', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM'),
    'their team’s': byTeam('TAG_TAKEN', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM'),
    'booth A’s': byTeam('TAG_WRONG_TYPE', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM'),
    'booth B’s': byTeam('TAG_WRONG_TYPE', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM'),
    'a bonus': byTeam('TAG_WRONG_TYPE', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM'),
    unknown: byTeam('TAG_NOT_FOUND', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM'),
  },
  joinTeam: {
    ours: players(OK, 'INVITE_EXISTS', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM'),
    theirs: players(OK, 'INVITE_EXISTS', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM'),
    'nobody’s': byTeam('TEAM_NOT_FOUND', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM', 'ALREADY_IN_TEAM'),
  },
  listTeams: { '-': signedIn(OK) },
  listMembers: { ours: signedIn(OK), theirs: signedIn(OK), 'nobody’s': signedIn('TEAM_NOT_FOUND') },
  listInvites: { '-': players(OK, OK, OK, OK, OK) },
  acceptInvite: {
    'our captain': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
    'our member': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
    'our applicant': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', OK, 'INVITE_NOT_FOUND'),
    'their captain': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
    'a stranger': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
  },
  // Withdrawing one's own request is open to everybody, captain or not.
  rejectInvite: {
    'our captain': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
    'our member': byTeam('NOT_IN_TEAM', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
    'our applicant': players('NOT_IN_TEAM', OK, 'NOT_CAPTAIN', OK, 'INVITE_NOT_FOUND'),
    'their captain': byTeam('NOT_IN_TEAM', 'NOT_CAPTAIN', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
    'a stranger': players('INVITE_NOT_FOUND', 'NOT_IN_TEAM', 'NOT_CAPTAIN', 'INVITE_NOT_FOUND', 'INVITE_NOT_FOUND'),
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

  listVendors: { '-': signedIn(OK) },
  listAwards: { '-': staff(OK, OK) },
  awardPoints: { ours: staff(OK, OK), theirs: staff(OK, OK), 'nobody’s': staff('TEAM_NOT_FOUND', 'TEAM_NOT_FOUND') },
  awardMany: { ours: staff(OK, OK), theirs: staff(OK, OK), 'nobody’s': staff('TEAM_NOT_FOUND', 'TEAM_NOT_FOUND') },
  voidAward: { 'booth A’s': staff(OK, 'FORBIDDEN'), 'nobody’s': staff('AWARD_NOT_FOUND', 'AWARD_NOT_FOUND') },
  checkCooldown: {
    ours: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', OK, OK, 'FORBIDDEN', OK, OK, 'FORBIDDEN'],
    theirs: ['NOT_AUTHENTICATED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN', OK, OK, OK, 'FORBIDDEN'],
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
  updateProfile: { '-': signedIn(OK) },
  listSessions: { '-': signedIn(OK) },
  endOtherSessions: { '-': signedIn(OK) },
  listTags: { '-': staff(OK, OK) },
  pushKey: { '-': signedIn(OK) },
  subscribePush: { '-': signedIn(OK) },
  unsubscribePush: { '-': signedIn(OK) },
  markTagWritten: {
    unclaimed: staff(OK, OK),
    'our team’s': staff(OK, OK),
    'their team’s': staff(OK, OK),
    'booth A’s': staff(OK, 'FORBIDDEN'),
    'booth B’s': staff('FORBIDDEN', OK),
    'a bonus': staff('FORBIDDEN', 'FORBIDDEN'),
    unknown: staff('TAG_NOT_FOUND', 'TAG_NOT_FOUND'),
  },
  listMessages: { '-': signedIn(OK) },

  overview: { '-': organiser(OK) },
  find: { '-': organiser(OK) },
  organiserTeam: teams,
  signInLink: {
    'our captain’s': organiser(OK),
    'booth A’s': organiser(OK),
    'the organiser’s': organiser('FORBIDDEN'),
    'nobody’s': organiser('USER_NOT_FOUND'),
  },
  blockPerson: {
    'our captain’s': organiser(OK),
    'booth A’s': organiser(OK),
    'the organiser’s': organiser('FORBIDDEN'),
    'nobody’s': organiser('USER_NOT_FOUND'),
  },
  unblockPerson: {
    'our captain’s': organiser(OK),
    'booth A’s': organiser(OK),
    'the organiser’s': organiser(OK),
    'nobody’s': organiser('USER_NOT_FOUND'),
  },
  voidAnyAward: { 'booth A’s': organiser(OK), 'nobody’s': organiser('AWARD_NOT_FOUND') },
  // To its own team, or an id that nobody has.
  moveAward: { 'booth A’s': organiser('INVALID_INPUT'), 'nobody’s': organiser('AWARD_NOT_FOUND') },
  listLate: { '-': organiser(OK) },
  acceptLate: { '-': organiser('AWARD_NOT_FOUND') },
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
  closeResults: { '-': organiser(OK) },
  reopenResults: { '-': organiser(OK) },
  freeze: { '-': organiser(OK) },
  reveal: { '-': organiser(OK) },
  announce: { '-': organiser(OK) },
  audit: { '-': organiser(OK) },
}
