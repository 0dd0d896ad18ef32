import * as v from 'valibot'
import { plainName } from '#rules/text'
import type { Change, Read } from '../call'
import * as entity from '../entities'
import * as field from '../fields'
import * as form from '../form-fields'

const nothing = v.object({})
const byTeam = v.object({ team_id: field.id })
const byPlayer = v.object({ player_id: field.id })
const ofPlayer = { action: 'team', who: 'player' } as const

export const createTeam = {
  ...ofPlayer,
  name: 'createTeam',
  option: 'create',
  effect: 'change',
  touches: ['user', 'invites', 'ranking'],
  input: v.object({
    team_name: form.teamName,
    emblem: v.optional(form.emblem),
    nfc_id: v.optional(field.id),
    nfc_type: v.optional(v.string()),
  }),
  output: v.object({ team_id: v.string() }),
} as const satisfies Change

export const pickEmblem = {
  ...ofPlayer,
  name: 'pickEmblem',
  option: 'emblem',
  effect: 'change',
  touches: ['user', 'team', 'booth', 'ranking'],
  input: v.object({ emblem: form.emblem }),
  output: nothing,
} as const satisfies Change

export const joinTeam = {
  ...ofPlayer,
  name: 'joinTeam',
  option: 'join',
  effect: 'change',
  touches: ['user', 'team', 'invites', 'ranking'],
  /** `invite_token`: a captain's invitation. */
  input: v.object({ team_id: field.id, invite_token: v.optional(field.id) }),
  /** Whether they are a member now; else a request was filed. */
  output: v.object({ joined: v.boolean() }),
} as const satisfies Change

export const inviteToTeam = {
  ...ofPlayer,
  name: 'inviteToTeam',
  option: 'invite',
  effect: 'change',
  touches: [],
  input: nothing,
  output: v.object({ invite_token: v.string(), expires_at: entity.instant }),
} as const satisfies Change

export const listTeams = {
  name: 'listTeams',
  action: 'team',
  option: 'list',
  who: 'signed-in',
  effect: 'read',
  input: v.object({ version: v.optional(field.version) }),
  output: v.object({ teams: v.array(entity.team), ...entity.versionFields }),
} as const satisfies Read

export const listMembers = {
  name: 'listMembers',
  action: 'team',
  option: 'list_members',
  who: 'signed-in',
  effect: 'read',
  input: byTeam,
  output: v.object({ members: v.array(entity.member) }),
} as const satisfies Read

export const listInvites = {
  ...ofPlayer,
  name: 'listInvites',
  option: 'list_invites',
  effect: 'read',
  input: nothing,
  output: v.object({ invites: v.array(entity.invite) }),
} as const satisfies Read

export const acceptInvite = {
  ...ofPlayer,
  name: 'acceptInvite',
  option: 'accept',
  effect: 'change',
  touches: ['user', 'team', 'invites', 'ranking'],
  input: byPlayer,
  output: nothing,
} as const satisfies Change

export const rejectInvite = {
  ...ofPlayer,
  name: 'rejectInvite',
  option: 'reject',
  effect: 'change',
  touches: ['user', 'invites'],
  input: byPlayer,
  output: nothing,
} as const satisfies Change

export const removePlayer = {
  ...ofPlayer,
  name: 'removePlayer',
  option: 'remove',
  effect: 'change',
  touches: ['user', 'team', 'invites', 'booth', 'ranking'],
  input: byPlayer,
  output: nothing,
} as const satisfies Change

export const disbandTeam = {
  ...ofPlayer,
  name: 'disbandTeam',
  option: 'disband',
  effect: 'change',
  touches: ['user', 'team', 'invites', 'booth', 'ranking'],
  input: v.object({ team_name: v.pipe(v.string('required'), v.transform(plainName)) }),
  output: nothing,
} as const satisfies Change

export const teamPoints = {
  ...ofPlayer,
  name: 'teamPoints',
  option: 'points',
  effect: 'read',
  /** `before`: the award that the last page ended with. */
  input: v.object({ before: v.optional(field.id) }),
  output: v.object({
    points: entity.points,
    rank: entity.count,
    awards: v.array(entity.award),
    // Optional, because what a device has kept may be older than these fields.
    more: v.optional(v.boolean()),
    booths: v.optional(v.array(entity.boothTotal)),
    /** Bonuses collected. */
    treasures: v.optional(entity.count),
    /** Ids of earned medals (rule 20). A newer server may name medals that this page does not know. */
    medals: v.optional(v.array(v.string())),
    /** The next better place and the points that are missing to share it; null for the first, and none in a freeze. */
    goal: v.optional(v.nullable(v.object({ place: entity.count, missing: entity.points }))),
    /** The best team with fewer points; null for the last, and none in a freeze. */
    behind: v.optional(v.nullable(v.object({ team_name: v.string(), points: entity.points }))),
    /** When the event ends, and whether the ranking is frozen: what a team's evening waits for. */
    ends_at: v.optional(v.nullable(entity.instant)),
    frozen: v.optional(v.boolean()),
  }),
} as const satisfies Read
