import * as v from 'valibot'
import { ODD_KINDS } from '#rules/odd'
import type { Change, Read } from '../call'
import { award, count, instant, messageTo, rankedTeam } from '../entities'
import { fault } from '../faults'
import * as field from '../fields'
import * as form from '../form-fields'
import * as entity from '../organiser-entities'

// Only organisers load these calls and their objects.

const nothing = v.object({})
const byPerson = v.object({ user_id: field.id, reason: form.reason })
const byTeam = v.object({ team_id: field.id, reason: form.reason })
const read = { action: 'organiser', who: 'organiser', effect: 'read' } as const
const change = { action: 'organiser', who: 'organiser', effect: 'change' } as const

export const overview = {
  ...read,
  name: 'overview',
  option: 'overview',
  input: nothing,
  output: entity.overview,
} as const satisfies Read

export const find = {
  ...read,
  name: 'find',
  option: 'find',
  input: v.object({ query: form.searchText }),
  output: v.object({ people: entity.rowsOf(entity.foundPerson), teams: entity.rowsOf(entity.foundTeam) }),
} as const satisfies Read

export const organiserTeam = {
  ...read,
  name: 'organiserTeam',
  option: 'team',
  /** `before`: the award that the last page ended with. */
  input: v.object({ team_id: field.id, before: v.optional(field.id) }),
  output: entity.organiserTeam,
} as const satisfies Read

export const signInLink = {
  ...change,
  name: 'signInLink',
  option: 'sign_in_link',
  touches: [],
  input: v.object({ user_id: field.id }),
  output: v.object({ link: v.string() }),
} as const satisfies Change

export const blockPerson = {
  ...change,
  name: 'blockPerson',
  option: 'block',
  touches: ['user'],
  input: byPerson,
  output: nothing,
} as const satisfies Change

export const unblockPerson = {
  ...change,
  name: 'unblockPerson',
  option: 'unblock',
  // Whom it concerns has no session yet.
  touches: [],
  input: byPerson,
  output: nothing,
} as const satisfies Change

export const revokeDevice = {
  ...change,
  name: 'revokeDevice',
  option: 'revoke_device',
  touches: [],
  input: v.object({ device_id: field.id, reason: form.reason }),
  output: nothing,
} as const satisfies Change

export const voidAnyAward = {
  ...change,
  name: 'voidAnyAward',
  option: 'void_award',
  touches: ['user', 'team', 'booth', 'ranking'],
  input: v.object({ award_id: field.uuid, reason: form.reason }),
  output: v.object({ award }),
} as const satisfies Change

export const moveAward = {
  ...change,
  name: 'moveAward',
  option: 'move_award',
  touches: ['user', 'team', 'booth', 'ranking'],
  input: v.object({ award_id: field.uuid, team_id: field.id, reason: form.reason }),
  output: v.object({ award }),
} as const satisfies Change

export const adjustPoints = {
  ...change,
  name: 'adjustPoints',
  option: 'adjust',
  touches: ['user', 'team', 'ranking'],
  input: v.object({
    team_id: field.id,
    points: form.adjustment,
    reason: form.reason,
    adjustment_id: v.pipe(field.id, v.toLowerCase()),
  }),
  output: v.object({ award }),
} as const satisfies Change

export const renameTeam = {
  ...change,
  name: 'renameTeam',
  option: 'rename_team',
  touches: ['user', 'team', 'invites', 'booth', 'ranking'],
  input: v.object({ team_id: field.id, team_name: form.teamName, reason: form.reason }),
  output: nothing,
} as const satisfies Change

export const hideTeam = {
  ...change,
  name: 'hideTeam',
  option: 'hide_team',
  touches: ['user', 'invites', 'booth', 'ranking'],
  input: byTeam,
  output: nothing,
} as const satisfies Change

export const showTeam = {
  ...change,
  name: 'showTeam',
  option: 'show_team',
  touches: ['booth', 'ranking'],
  input: byTeam,
  output: nothing,
} as const satisfies Change

export const makeCaptain = {
  ...change,
  name: 'makeCaptain',
  option: 'make_captain',
  touches: ['user', 'team', 'invites'],
  input: v.object({ team_id: field.id, player_id: field.id, reason: form.reason }),
  output: nothing,
} as const satisfies Change

export const attachTag = {
  ...change,
  name: 'attachTag',
  option: 'attach_tag',
  touches: ['ranking', 'event'],
  input: v.object({ team_id: field.id, nfc_id: field.id }),
  output: nothing,
} as const satisfies Change

export const freeze = {
  ...change,
  name: 'freeze',
  option: 'freeze',
  // Every rank on every screen.
  touches: ['ranking', 'event'],
  input: nothing,
  output: v.object({ frozen_at: v.nullable(instant) }),
} as const satisfies Change

export const reveal = { ...freeze, name: 'reveal', option: 'reveal' } as const satisfies Change

export const revealNext = {
  ...change,
  name: 'revealNext',
  option: 'reveal_next',
  touches: ['ranking', 'event'],
  /** `after`: the team that the caller saw uncovered last, empty for none. If it is another one by now, that is answered. */
  input: v.object({ after: v.optional(field.version) }),
  output: v.object({ place: count, team: rankedTeam }),
} as const satisfies Change

export const odd = {
  ...read,
  name: 'odd',
  option: 'odd',
  input: nothing,
  output: v.object({ odd: entity.rowsOf(entity.odd) }),
} as const satisfies Read

export const dismissOdd = {
  ...change,
  name: 'dismissOdd',
  option: 'dismiss_odd',
  touches: [],
  /** The ids and `until` as `odd` has them. */
  input: v.object({
    kind: v.picklist(ODD_KINDS, fault('invalid')),
    team_id: v.optional(field.id),
    vendor_id: v.optional(field.id),
    user_id: v.optional(field.id),
    nfc_id: v.optional(field.id),
    until: v.pipe(
      v.string(fault('invalid')),
      v.isoTimestamp(fault('invalid')),
      v.check((text) => !Number.isNaN(Date.parse(text)), fault('invalid')),
    ),
    reason: form.reason,
  }),
  output: nothing,
} as const satisfies Change

export const closeResults = {
  ...change,
  name: 'closeResults',
  option: 'close',
  touches: ['event'],
  input: nothing,
  output: v.object({ closed_at: v.nullable(instant) }),
} as const satisfies Change

export const reopenResults = { ...closeResults, name: 'reopenResults', option: 'reopen' } as const satisfies Change

export const listLate = {
  ...read,
  name: 'listLate',
  option: 'late',
  /** `before`: the entry that the last page ended with. */
  input: v.object({ before: v.optional(field.id) }),
  output: v.object({ late: entity.rowsOf(entity.lateEntry) }),
} as const satisfies Read

export const acceptLate = {
  ...change,
  name: 'acceptLate',
  option: 'accept_late',
  touches: ['user', 'team', 'booth', 'ranking'],
  input: v.object({ late_id: field.id, reason: form.reason }),
  output: v.object({ award }),
} as const satisfies Change

export const declineLate = {
  ...change,
  name: 'declineLate',
  option: 'decline_late',
  touches: [],
  input: v.object({ late_id: field.id, reason: form.reason }),
  output: nothing,
} as const satisfies Change

export const announce = {
  ...change,
  name: 'announce',
  option: 'announce',
  touches: ['message'],
  /** The handler refuses a text that is too long, with a code of its own. */
  input: v.object({ text: form.announcement, to: v.picklist(messageTo.options, fault('invalid')) }),
  output: v.object({ message_id: v.string() }),
} as const satisfies Change

export const recall = {
  ...change,
  name: 'recall',
  option: 'recall',
  touches: ['message'],
  input: v.object({ message_id: field.id }),
  output: nothing,
} as const satisfies Change

export const withdrawSignIns = {
  ...change,
  name: 'withdrawSignIns',
  option: 'withdraw',
  touches: ['user'],
  input: byPerson,
  output: nothing,
} as const satisfies Change

export const staffLinks = {
  ...change,
  name: 'staffLinks',
  option: 'links',
  touches: [],
  /** `only_new`: who has never signed in. */
  input: v.object({ vendor_id: v.optional(field.id), only_new: field.flag }),
  output: v.object({ links: entity.rowsOf(entity.staffLink) }),
} as const satisfies Change

const PEOPLE_AT_ONCE = 50

export const invitePeople = {
  ...change,
  name: 'invitePeople',
  option: 'invite',
  touches: [],
  /** Each is judged by itself. `again`: also who had one. */
  input: v.object({
    people: v.pipe(
      v.array(v.unknown(), fault('required')),
      v.minLength(1, fault('required')),
      v.maxLength(PEOPLE_AT_ONCE, fault('invalid')),
    ),
    dry_run: field.flag,
    again: field.flag,
  }),
  /** In the order given, so one that cannot be read keeps its place. */
  output: v.object({ results: v.array(v.fallback(entity.invitation, { status: 'refused', code: 'INTERNAL' })) }),
} as const satisfies Change

/** The first page of a table is entered in the audit trail: it holds names and numbers. */
export const table = {
  ...change,
  name: 'table',
  option: 'table',
  touches: [],
  /** `before`: the `id` of the last row so far. */
  input: v.object({ what: v.picklist(entity.TABLE_NAMES, fault('invalid')), before: v.optional(field.id) }),
  output: v.object({ columns: entity.rowsOf(entity.tableColumn), rows: entity.rowsOf(entity.tableRow), more: v.boolean() }),
} as const satisfies Change

export const personData = {
  ...change,
  name: 'personData',
  option: 'person_data',
  touches: [],
  input: v.object({ user_id: field.id }),
  /** Everything that is kept about a person, by kind. */
  output: v.object({ data: v.record(v.string(), v.unknown()) }),
} as const satisfies Change

export const erasePerson = {
  ...change,
  name: 'erasePerson',
  option: 'erase_person',
  touches: ['user', 'team', 'invites', 'ranking'],
  input: byPerson,
  output: nothing,
} as const satisfies Change

export const audit = {
  ...read,
  name: 'audit',
  option: 'audit',
  input: v.object({ before: v.optional(field.id) }),
  output: v.object({ entries: entity.rowsOf(entity.auditEntry) }),
} as const satisfies Read
