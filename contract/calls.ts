import * as v from 'valibot'
import * as entity from './entities'
import type { organiserCalls } from './organiser-calls'
import { LOGOUT_MARKER } from './protocol'

/** Fields sent in the query string; all others are sent in the body. */
export const QUERY_FIELDS = ['nfc_id', 'nfc_type'] as const

/** Who may make a call: `player` and `staff` are signed in, without and with a booth; an organiser is neither. */
export type Access = 'anyone' | 'signed-in' | 'player' | 'staff' | 'organiser'

type Fields = Readonly<Record<string, unknown>>

export interface Definition {
  readonly action: string
  readonly option?: string
  /** Distinguishes calls with the same action and option. */
  readonly when?: (fields: Fields) => boolean
  readonly who: Access
  /** A `read` may be repeated freely; a `change` is made once per request of the user. */
  readonly effect: 'read' | 'change'
  readonly output: v.ObjectSchema<v.ObjectEntries, undefined>
}

const nothing = v.object({})

/** A list with its version. If the caller already has that version, `unchanged` is true and `teams` is empty. */
const versioned = { version: v.optional(v.string()), unchanged: v.optional(v.boolean()) }

/**
 * The calls of players and booths: address, who may make it and what OK returns. `inputs` has the fields that each takes, and
 * `organiser-calls.ts` the organiser's calls.
 */
export const calls = {
  register: {
    action: 'register',
    who: 'anyone',
    effect: 'change',
    output: v.object({ user_id: v.string() }),
  },
  requestCode: {
    action: 'login',
    option: 'code',
    who: 'anyone',
    effect: 'change',
    output: v.object({ resend_seconds: entity.seconds }),
  },
  currentUser: {
    action: 'login',
    when: (fields) => fields.id === undefined && fields.mtp === undefined,
    who: 'signed-in',
    effect: 'read',
    output: v.object({ user: entity.user, ...entity.ledgerFields }),
  },
  signOut: {
    action: 'login',
    when: (fields) => fields.mtp === LOGOUT_MARKER,
    who: 'anyone',
    effect: 'change',
    output: nothing,
  },
  signIn: {
    action: 'login',
    when: (fields) => (fields.id !== undefined || fields.mtp !== undefined) && fields.mtp !== LOGOUT_MARKER,
    who: 'anyone',
    effect: 'change',
    output: v.object({ user: entity.user }),
  },
  createTeam: {
    action: 'team',
    option: 'create',
    who: 'player',
    effect: 'change',
    output: v.object({ team_id: v.string() }),
  },
  joinTeam: { action: 'team', option: 'join', who: 'player', effect: 'change', output: nothing },
  listTeams: {
    action: 'team',
    option: 'list',
    who: 'signed-in',
    effect: 'read',
    output: v.object({ teams: v.array(entity.team), ...versioned }),
  },
  ranking: {
    action: 'ranking',
    who: 'anyone',
    effect: 'read',
    output: v.object({
      teams: v.array(entity.rankedTeam),
      total: entity.count,
      latest: v.array(entity.latestAward),
      frozen_at: v.nullable(entity.instant),
      starts_at: v.nullable(entity.instant),
      ends_at: v.nullable(entity.instant),
      ...versioned,
    }),
  },
  listMembers: {
    action: 'team',
    option: 'list_members',
    who: 'signed-in',
    effect: 'read',
    output: v.object({ members: v.array(entity.member) }),
  },
  listInvites: {
    action: 'team',
    option: 'list_invites',
    who: 'player',
    effect: 'read',
    output: v.object({ invites: v.array(entity.invite) }),
  },
  acceptInvite: { action: 'team', option: 'accept', who: 'player', effect: 'change', output: nothing },
  rejectInvite: { action: 'team', option: 'reject', who: 'player', effect: 'change', output: nothing },
  removePlayer: { action: 'team', option: 'remove', who: 'player', effect: 'change', output: nothing },
  disbandTeam: {
    action: 'team',
    option: 'disband',
    who: 'player',
    effect: 'change',
    output: nothing,
  },
  teamPoints: {
    action: 'team',
    option: 'points',
    who: 'player',
    effect: 'read',
    output: v.object({
      points: entity.points,
      rank: entity.count,
      awards: v.array(entity.award),
      // Optional, because what a device has kept may be older than these fields.
      more: v.optional(v.boolean()),
      booths: v.optional(v.array(entity.boothTotal)),
    }),
  },
  listVendors: {
    action: 'vendor',
    option: 'list',
    who: 'signed-in',
    effect: 'read',
    output: v.object({ vendors: v.array(entity.vendor) }),
  },
  listAwards: {
    action: 'vendor',
    option: 'list_awards',
    who: 'staff',
    effect: 'read',
    output: v.object({ awards: v.array(entity.award) }),
  },
  awardPoints: {
    action: 'vendor',
    option: 'award_points',
    /** Not `staff`: an award recorded before its sender left the booth is still answered as recorded (rule 10). */
    who: 'signed-in',
    effect: 'change',
    output: v.object({ award: entity.award, duplicate: v.boolean() }),
  },
  awardMany: {
    action: 'vendor',
    option: 'award_many',
    /** As for `awardPoints`. */
    who: 'signed-in',
    effect: 'change',
    output: v.object({ results: v.array(entity.awardResult) }),
  },
  voidAward: {
    action: 'vendor',
    option: 'void_award',
    /** Not `staff`: a void from another account's outbox must not be answered for the account that is signed in now. */
    who: 'signed-in',
    effect: 'change',
    output: v.object({ award: entity.award }),
  },
  checkCooldown: {
    action: 'vendor',
    option: 'check_cooldown',
    who: 'signed-in',
    effect: 'read',
    output: v.object({ team: entity.teamReference, cooldowns: v.array(entity.cooldown) }),
  },
  scan: {
    action: 'scan',
    who: 'signed-in',
    effect: 'change',
    output: v.object({ nfc: entity.nfc }),
  },
  listTags: {
    action: 'tag',
    option: 'list',
    who: 'staff',
    effect: 'read',
    output: v.object({ tags: v.array(entity.tag) }),
  },
  updateProfile: {
    action: 'profile',
    option: 'update',
    who: 'signed-in',
    effect: 'change',
    output: v.object({ user: entity.user }),
  },
  listSessions: {
    action: 'profile',
    option: 'sessions',
    who: 'signed-in',
    effect: 'read',
    output: v.object({ sessions: v.array(entity.session) }),
  },
  endOtherSessions: { action: 'profile', option: 'end_sessions', who: 'signed-in', effect: 'change', output: nothing },
  /** The key that a browser subscribes to notifications with. */
  pushKey: { action: 'push', option: 'key', who: 'signed-in', effect: 'read', output: v.object({ public_key: v.string() }) },
  subscribePush: { action: 'push', option: 'subscribe', who: 'signed-in', effect: 'change', output: nothing },
  unsubscribePush: { action: 'push', option: 'unsubscribe', who: 'signed-in', effect: 'change', output: nothing },
  listMessages: {
    action: 'message',
    option: 'list',
    who: 'signed-in',
    effect: 'read',
    output: v.object({ messages: v.array(entity.message) }),
  },
  markTagWritten: {
    action: 'tag',
    option: 'written',
    who: 'staff',
    effect: 'change',
    output: nothing,
  },
} as const satisfies Record<string, Definition>

type Calls = typeof calls & typeof organiserCalls
export type CallName = keyof Calls
/** The calls of players and booths. */
export type GameCall = keyof typeof calls
/** The fields of OK besides status and server_time. */
export type CallOutput<N extends CallName> = v.InferOutput<Calls[N]['output']>
export type AccessOf<N extends CallName> = Calls[N]['who']
export type ReadName = { [N in CallName]: Calls[N]['effect'] extends 'read' ? N : never }[CallName]
export type ChangeName = Exclude<CallName, ReadName>
export type GameRead = Extract<ReadName, GameCall>
export type GameChange = Extract<ChangeName, GameCall>

const definitions: Partial<Record<string, Definition>> = { ...calls }

/** Makes further calls known, those of people who load them. */
export function addCalls(more: Readonly<Record<string, Definition>>): void {
  Object.assign(definitions, more)
}

/** A call's definition without its specific types, for code that treats all calls alike. */
export function definitionOf(name: CallName): Definition {
  const definition = definitions[name]
  if (definition === undefined) throw new Error(`the call ${name} is not loaded`)
  return definition
}

/** The calls of players and booths: what they read is kept on the device. */
export const CALLS_OF_THE_GAME = Object.keys(calls) as readonly GameCall[]
