import * as v from 'valibot'
import { change, read } from '../call'
import { award, count, instant, messageTo, rankedTeam } from '../entities'
import { issue } from '../field-issues'
import * as field from '../fields'
import * as form from '../form-fields'
import * as entity from '../organiser-entities'
import * as own from '../organiser-fields'
import { PEOPLE_AT_ONCE } from '../protocol'
import { TOPICS } from '../topics'

// Only organisers load these calls and their entities.

const byPerson = v.object({ user_id: field.id, reason: own.reason })
const byTeam = v.object({ team_id: field.id, reason: own.reason })
const organiser = { action: 'organiser', who: 'organiser' } as const

export const overview = read('overview', {
  ...organiser,
  option: 'overview',
  output: entity.overview,
})

export const find = read('find', {
  ...organiser,
  option: 'find',
  input: v.object({ query: own.searchText }),
  output: v.object({
    people: entity.rowsOf(entity.matchingPerson),
    teams: entity.rowsOf(entity.matchingTeam),
  }),
})

export const listPlayers = read('listPlayers', {
  ...organiser,
  option: 'players',
  /** `step`: only players at that step. `before`: the last `user_id` of the previous page. */
  input: v.object({
    query: v.optional(own.searchText, ''),
    step: v.optional(v.picklist(entity.PLAYER_STEPS, issue('invalid'))),
    before: v.optional(field.id),
  }),
  output: v.object({
    players: entity.rowsOf(entity.listedPlayer),
    more: v.boolean(),
    counts: v.object({ failed: count, invited: count, entered: count, came: count }),
  }),
})

export const organiserTeam = read('organiserTeam', {
  ...organiser,
  option: 'team',
  /** `before`: the last award of the previous page. */
  input: v.object({ team_id: field.id, before: v.optional(field.id) }),
  output: entity.organiserTeam,
})

/** Public medals and stars of up to 25 teams. Leaves out teams that are on no public list. */
export const shownStars = read('shownStars', {
  ...organiser,
  option: 'stars',
  input: v.object({ team_ids: own.teamIds }),
  output: v.object({
    frozen_at: v.nullable(instant),
    /** Booths that form the constellation, in order. */
    booths: entity.rowsOf(v.string()),
    teams: entity.rowsOf(
      v.object({
        team_id: v.string(),
        medals: entity.rowsOf(v.string()),
        /** Booths that gave the team points. */
        lit: entity.rowsOf(v.string()),
        treasures: count,
      }),
    ),
  }),
})

export const signInLink = change('signInLink', {
  ...organiser,
  option: 'sign_in_link',
  input: v.object({ user_id: field.id }),
  output: v.object({ link: v.string() }),
})

export const blockPerson = change('blockPerson', {
  ...organiser,
  option: 'block',
  touches: ['user', 'invites'],
  input: byPerson,
})

/** Touches nothing, because a blocked person has no session to notify. */
export const unblockPerson = change('unblockPerson', {
  ...organiser,
  option: 'unblock',
  input: byPerson,
})

export const revokeDevice = change('revokeDevice', {
  ...organiser,
  option: 'revoke_device',
  input: v.object({ device_id: field.id, reason: own.reason }),
})

export const voidAnyAward = change('voidAnyAward', {
  ...organiser,
  option: 'void_award',
  touches: ['user', 'team', 'booth', 'ranking'],
  input: v.object({ award_id: own.ledgerId, reason: own.reason }),
  output: v.object({ award }),
})

export const moveAward = change('moveAward', {
  ...organiser,
  option: 'move_award',
  touches: ['user', 'team', 'booth', 'ranking'],
  input: v.object({ award_id: own.ledgerId, team_id: field.id, reason: own.reason }),
  output: v.object({ award }),
})

export const adjustPoints = change('adjustPoints', {
  ...organiser,
  option: 'adjust',
  touches: ['user', 'team', 'ranking'],
  input: v.object({
    team_id: field.id,
    points: own.adjustment,
    reason: own.reason,
    adjustment_id: own.ledgerId,
  }),
  output: v.object({ award }),
})

export const renameTeam = change('renameTeam', {
  ...organiser,
  option: 'rename_team',
  touches: ['user', 'team', 'invites', 'booth', 'ranking'],
  input: v.object({ team_id: field.id, team_name: form.teamName, reason: own.reason }),
})

export const hideTeam = change('hideTeam', {
  ...organiser,
  option: 'hide_team',
  touches: ['user', 'invites', 'booth', 'ranking'],
  input: byTeam,
})

export const showTeam = change('showTeam', {
  ...organiser,
  option: 'show_team',
  touches: ['booth', 'ranking'],
  input: byTeam,
})

export const makeCaptain = change('makeCaptain', {
  ...organiser,
  option: 'make_captain',
  touches: ['user', 'team', 'invites'],
  input: v.object({ team_id: field.id, player_id: field.id, reason: own.reason }),
})

export const attachTag = change('attachTag', {
  ...organiser,
  option: 'attach_tag',
  touches: ['ranking', 'event'],
  input: v.object({ team_id: field.id, nfc_id: field.id }),
})

export const freeze = change('freeze', {
  ...organiser,
  option: 'freeze',
  // Changes every rank on every screen.
  touches: ['ranking', 'event'],
  output: v.object({ frozen_at: v.nullable(instant) }),
})

export const reveal = change('reveal', { ...freeze, option: 'reveal' })

export const revealNext = change('revealNext', {
  ...organiser,
  option: 'reveal_next',
  touches: ['team', 'ranking', 'event'],
  /**
   * `after`: the team that the caller saw uncovered last, if any. If another has been uncovered
   * since, returns that one and changes nothing.
   */
  input: v.object({ after: v.optional(field.version) }),
  output: v.object({ place: count, team: rankedTeam }),
})

/** Things an organiser may want to check. */
export const odd = read('odd', {
  ...organiser,
  option: 'odd',
  output: v.object({ odd: entity.rowsOf(entity.odd) }),
})

export const closeResults = change('closeResults', {
  ...organiser,
  option: 'close',
  touches: ['event'],
  output: v.object({ closed_at: v.nullable(instant) }),
})

export const reopenResults = change('reopenResults', { ...closeResults, option: 'reopen' })

export const listLate = read('listLate', {
  ...organiser,
  option: 'late',
  /** `before`: the last entry of the previous page. */
  input: v.object({ before: v.optional(field.id) }),
  output: v.object({ late: entity.rowsOf(entity.lateEntry) }),
})

export const acceptLate = change('acceptLate', {
  ...organiser,
  option: 'accept_late',
  touches: ['user', 'team', 'booth', 'ranking'],
  input: v.object({ late_id: field.id, reason: own.reason }),
  output: v.object({ award }),
})

export const declineLate = change('declineLate', {
  ...organiser,
  option: 'decline_late',
  input: v.object({ late_id: field.id, reason: own.reason }),
})

export const announce = change('announce', {
  ...organiser,
  option: 'announce',
  touches: ['message'],
  /** The handler refuses a text that is too long, with the code MESSAGE_TOO_LONG. */
  input: v.object({ text: own.announcement, to: v.picklist(messageTo.options, issue('invalid')) }),
  output: v.object({ message_id: v.string() }),
})

export const recall = change('recall', {
  ...organiser,
  option: 'recall',
  touches: ['message'],
  input: v.object({ message_id: field.id }),
})

export const withdrawSignIns = change('withdrawSignIns', {
  ...organiser,
  option: 'withdraw',
  touches: ['user'],
  input: byPerson,
})

export const staffLinks = change('staffLinks', {
  ...organiser,
  option: 'links',
  /** `only_new`: only people who have never signed in. */
  input: v.object({ vendor_id: v.optional(field.id), only_new: field.flag }),
  output: v.object({ links: entity.rowsOf(entity.staffLink) }),
})

export const invitePeople = change('invitePeople', {
  ...organiser,
  option: 'invite',
  /**
   * People are judged one by one. `again`: also invite people who already had an invitation; not
   * needed if their SMS failed. `invite_id` identifies a round: repeating it sends nobody a second
   * SMS.
   */
  input: v.object({
    people: field.unparsedList(PEOPLE_AT_ONCE),
    dry_run: field.flag,
    again: field.flag,
    invite_id: v.optional(field.uuid),
  }),
  /** Results in the order sent; an unreadable entry keeps its place. */
  output: v.object({
    results: v.array(v.fallback(entity.invitation, { status: 'refused', code: 'INTERNAL' })),
  }),
})

/** A change and not a read, because each export is audited: tables hold names and phone numbers. */
export const table = change('table', {
  ...organiser,
  option: 'table',
  /** `before`: the `id` of the previous page's last row. */
  input: v.object({
    what: v.picklist(entity.TABLE_NAMES, issue('invalid')),
    before: v.optional(field.id),
  }),
  output: v.object({
    columns: entity.rowsOf(entity.tableColumn),
    rows: entity.rowsOf(entity.tableRow),
    more: v.boolean(),
  }),
})

/** A change and not a read, because each reading is audited. */
export const personData = change('personData', {
  ...organiser,
  option: 'person_data',
  input: v.object({ user_id: field.id }),
  /** Everything that is stored about a person, by kind. */
  output: v.object({ data: v.record(v.string(), v.unknown()) }),
})

export const erasePerson = change('erasePerson', {
  ...organiser,
  option: 'erase_person',
  touches: ['user', 'team', 'invites', 'ranking'],
  input: byPerson,
})

export const audit = read('audit', {
  ...organiser,
  option: 'audit',
  input: v.object({ before: v.optional(field.id) }),
  output: v.object({ entries: entity.rowsOf(entity.auditEntry) }),
})

/**
 * Empties the event after a rehearsal, except booths, point types and the parts in `keep`. `backup`
 * is the file that is written before.
 */
export const reset = change('reset', {
  ...organiser,
  option: 'reset',
  touches: TOPICS,
  /** `name`: the game's name, typed to prevent accidents. */
  input: v.object({ keep: own.keep, name: own.typedName, reason: own.reason }),
  output: v.object({ backup: v.string(), awards: count, teams: count, accounts: count }),
})

/** The day in numbers, without voided entries. */
export const day = read('day', { ...organiser, option: 'day', output: entity.day })
