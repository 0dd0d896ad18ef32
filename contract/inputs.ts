import * as v from 'valibot'
import type { CallName, calls } from './calls'
import { fault } from './faults'
import * as field from './fields'
import type { organiserInputs } from './organiser-inputs'
import { AWARDS_AT_ONCE, LOGOUT_MARKER } from './protocol'

const nothing = v.object({})
const byTeam = v.object({ team_id: field.id })
const byPlayer = v.object({ player_id: field.id })

const award = v.object({
  team_id: field.id,
  point_type: field.id,
  award_id: v.optional(field.uuid),
  queued_ms: v.optional(field.queuedMs),
  user_id: v.optional(field.id),
  vendor_id: v.optional(field.id),
})

/** Parsed one by one by the handler, because an invalid one must not affect the others. */
const unreadAward = v.custom<v.InferInput<typeof award>>(() => true)

type InputSchema = v.ObjectSchema<v.ObjectEntries, undefined>

/**
 * The input of each call of players and booths. Apart from `calls`, because page and worker send inputs, and only the server
 * and forms validate them.
 */
export const inputs = {
  register: v.object({
    user_data: v.object(
      {
        first_name: field.firstName,
        last_name: field.lastName,
        email: field.email,
        mobile: field.mobile,
        nickname: field.nickname,
      },
      'required',
    ),
  }),
  requestCode: v.object({ id: field.signInId }),
  currentUser: nothing,
  signOut: v.object({ id: field.signInId, mtp: v.literal(LOGOUT_MARKER) }),
  signIn: v.object({ id: field.signInId, mtp: field.signInSecret }),
  createTeam: v.object({ team_name: field.teamName, nfc_id: v.optional(field.id), nfc_type: v.optional(v.string()) }),
  joinTeam: byTeam,
  listTeams: v.object({ version: v.optional(field.version) }),
  ranking: v.object({ limit: v.optional(field.rankingLimit), version: v.optional(field.version) }),
  listMembers: byTeam,
  listInvites: nothing,
  acceptInvite: byPlayer,
  rejectInvite: byPlayer,
  removePlayer: byPlayer,
  disbandTeam: v.object({ team_name: v.string('required') }),
  /** `before`: the award that the last page ended with. */
  teamPoints: v.object({ before: v.optional(field.id) }),
  listVendors: nothing,
  listAwards: nothing,
  awardPoints: award,
  awardMany: v.object({
    awards: v.pipe(
      v.array(unreadAward, fault('required')),
      v.minLength(1, fault('required')),
      v.maxLength(AWARDS_AT_ONCE, fault('invalid')),
    ),
  }),
  voidAward: v.object({ award_id: field.uuid, user_id: v.optional(field.id) }),
  checkCooldown: byTeam,
  scan: v.object({
    nfc_id: field.id,
    nfc_type: v.optional(v.string()),
    queued_ms: v.optional(field.queuedMs),
    user_id: v.optional(field.id),
  }),
  updateProfile: v.object({
    user_data: v.object(
      {
        first_name: field.firstName,
        last_name: field.lastName,
        nickname: field.nickname,
        email: v.optional(field.email),
      },
      'required',
    ),
  }),
  listSessions: nothing,
  endOtherSessions: nothing,
  listMessages: nothing,
  listTags: nothing,
  pushKey: nothing,
  subscribePush: v.object({
    subscription: v.object(
      { endpoint: field.endpoint, keys: v.object({ p256dh: field.pushKey, auth: field.pushKey }, 'required') },
      'required',
    ),
  }),
  unsubscribePush: v.object({ endpoint: field.endpoint }),
  markTagWritten: v.object({ nfc_id: field.id }),
} as const satisfies Record<keyof typeof calls, InputSchema>

/** With an empty input for a missing call, so that the line above is the only one that the compiler complains of. */
type Known = typeof inputs & typeof organiserInputs
type Inputs = { [N in CallName]: N extends keyof Known ? Known[N] : typeof nothing }

/** What the caller passes. */
export type CallInput<N extends CallName> = v.InferInput<Inputs[N]>
/** What the handler receives: parsed and normalised. */
export type ParsedInput<N extends CallName> = v.InferOutput<Inputs[N]>
