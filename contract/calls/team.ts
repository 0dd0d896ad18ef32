import * as v from 'valibot'
import { TEAM_NAME_MAX } from '#rules/team-name'
import { plainName } from '#rules/text'
import { change, read } from '../call'
import * as entity from '../entities'
import { issue } from '../field-issues'
import * as field from '../fields'
import * as form from '../form-fields'

const byTeam = v.object({ team_id: field.id })
const byPlayer = v.object({ player_id: field.id })
const ofPlayer = { action: 'team', who: 'player' } as const

export const createTeam = change('createTeam', {
  ...ofPlayer,
  option: 'create',
  touches: ['user', 'invites', 'ranking'],
  input: v.object({
    team_name: form.teamName,
    emblem: v.optional(form.emblem),
    nfc_id: v.optional(field.id),
    nfc_type: v.optional(field.unparsedText),
  }),
  output: v.object({ team_id: v.string() }),
})

export const pickEmblem = change('pickEmblem', {
  ...ofPlayer,
  option: 'emblem',
  touches: ['user', 'team', 'booth', 'ranking'],
  input: v.object({ emblem: form.emblem }),
})

export const joinTeam = change('joinTeam', {
  ...ofPlayer,
  option: 'join',
  touches: ['user', 'team', 'invites', 'ranking'],
  /** `invite_token`: a captain's invitation. */
  input: v.object({ team_id: field.id, invite_token: v.optional(field.id) }),
  /** True if the player is a member now; false if a request was filed. */
  output: v.object({ joined: v.boolean() }),
})

export const inviteToTeam = change('inviteToTeam', {
  ...ofPlayer,
  option: 'invite',
  output: v.object({ invite_token: v.string(), expires_at: entity.instant }),
})

export const listTeams = read('listTeams', {
  action: 'team',
  option: 'list',
  who: 'signed-in',
  input: v.object({ version: v.optional(field.version) }),
  output: v.object({
    teams: v.array(entity.team),
    /**
     * When the ranking was frozen. Optional, because a device's stored answer may be older than the
     * field.
     */
    frozen_at: v.optional(v.nullable(entity.instant)),
    ...entity.versionFields,
  }),
})

export const listMembers = read('listMembers', {
  action: 'team',
  option: 'list_members',
  who: 'signed-in',
  input: byTeam,
  output: v.object({ members: v.array(entity.member) }),
})

export const listInvites = read('listInvites', {
  ...ofPlayer,
  option: 'list_invites',
  output: v.object({ invites: v.array(entity.invite) }),
})

export const acceptInvite = change('acceptInvite', {
  ...ofPlayer,
  option: 'accept',
  touches: ['user', 'team', 'invites', 'ranking'],
  input: byPlayer,
})

export const rejectInvite = change('rejectInvite', {
  ...ofPlayer,
  option: 'reject',
  touches: ['user', 'invites'],
  input: byPlayer,
})

export const removePlayer = change('removePlayer', {
  ...ofPlayer,
  option: 'remove',
  touches: ['user', 'team', 'invites', 'booth', 'ranking'],
  input: byPlayer,
})

export const disbandTeam = change('disbandTeam', {
  ...ofPlayer,
  option: 'disband',
  touches: ['user', 'team', 'invites', 'booth', 'ranking'],
  input: v.object({
    team_name: v.pipe(field.text(TEAM_NAME_MAX, issue('required')), v.transform(plainName)),
  }),
})

export const teamPoints = read('teamPoints', {
  ...ofPlayer,
  option: 'points',
  /** `before`: the award that the last page ended with. */
  input: v.object({ before: v.optional(field.id) }),
  output: v.object({
    points: entity.points,
    rank: entity.count,
    awards: v.array(entity.award),
    // Optional, because what a device has stored may be older than these fields.
    more: v.optional(v.boolean()),
    booths: v.optional(v.array(entity.boothTotal)),
    /** Bonuses collected. */
    treasures: v.optional(entity.count),
    /** Ids of earned medals (rule 20). A newer server may name medals that this page does not know. */
    medals: v.optional(v.array(v.string())),
    /** Progress towards unearned medals that count something, such as "3 of 6" hours. */
    medal_progress: v.optional(
      v.array(v.object({ medal: v.string(), done: entity.count, of: entity.count })),
    ),
    /**
     * The next better place and the points needed to share it; null for the first, and during a
     * freeze.
     */
    goal: v.optional(v.nullable(v.object({ place: entity.count, missing: entity.points }))),
    /** The best team with fewer points; null for the last, and during a freeze. */
    behind: v.optional(v.nullable(v.object({ team_name: v.string(), points: entity.points }))),
    /** The end of the event, and whether the ranking is frozen; the team screen shows both. */
    ends_at: v.optional(v.nullable(entity.instant)),
    frozen: v.optional(v.boolean()),
    /** When the rank was frozen; null if it is live, or once the reveal has uncovered this team. */
    frozen_at: v.optional(v.nullable(entity.instant)),
    /** The team's points as shown to everybody. */
    shown_points: v.optional(entity.points),
    /**
     * Points of all teams since the freeze; null without a freeze, during a reveal, and when a team
     * could compute another's points.
     */
    since_freeze: v.optional(v.nullable(entity.points)),
  }),
})
