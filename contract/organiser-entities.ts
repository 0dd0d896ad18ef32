import * as v from 'valibot'
import { award, count, instant, member, points, teamReference } from './entities'

/**
 * Rule 18: a list for organisers that drops unreadable rows, so that such a row never hides the
 * others.
 */
export function rowsOf<const Row extends v.GenericSchema>(row: Row) {
  return v.pipe(
    v.array(v.unknown()),
    v.metadata({ row }),
    v.transform((given) =>
      given.flatMap((one) => {
        const { success, output } = v.safeParse(row, one)
        return success ? [output] : []
      }),
    ),
  )
}

/** The organiser's actions, by their names in the audit trail. */
export const AUDITED = [
  'accept_late',
  'adjust',
  'announce',
  'apply',
  'attach_tag',
  'award',
  'backup',
  'block',
  'close',
  'decline_late',
  'erase',
  'export',
  'first_organiser',
  'freeze',
  'hide_team',
  'invite',
  'make_captain',
  'make_tags',
  'move',
  'move_award',
  'purge',
  'recall',
  'rehearse',
  'remove',
  'rename_team',
  'reopen',
  'repair',
  'reset',
  'restore',
  'reveal',
  'reveal_next',
  'revoke_device',
  'show_team',
  'sign_in_link',
  'unblock',
  'void_award',
  'withdraw',
] as const
export type AuditedAction = (typeof AUDITED)[number]

const instantOrNull = v.nullable(instant)

/** The devices whose keys the server knows, revoked ones too. */
const devices = v.array(
  v.object({
    device_id: v.string(),
    registered_at: instant,
    last_used_at: instantOrNull,
    revoked_at: instantOrNull,
  }),
)

/**
 * A person on a booth's staff. `waiting` is how many awards waited on their devices at the last
 * report; null if no device ever reported.
 */
const boothStaff = v.object({
  user_id: v.string(),
  nickname: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  mobile: v.string(),
  /** Whether they have ever signed in. */
  signed_in: v.boolean(),
  last_seen_at: instantOrNull,
  waiting: v.nullable(count),
  devices: v.optional(devices),
})

/**
 * People who left a booth, and whose devices the server still knows or awards wait. `waiting` is
 * null for people who are at another booth now.
 */
const formerStaff = v.object({
  user_id: v.string(),
  nickname: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  mobile: v.optional(v.string()),
  last_seen_at: v.optional(instantOrNull, null),
  waiting: v.optional(v.nullable(count), null),
  devices,
})

export const overview = v.object({
  event: v.object({
    starts_at: instantOrNull,
    ends_at: instantOrNull,
    frozen_at: instantOrNull,
    closed_at: instantOrNull,
    open: v.boolean(),
  }),
  counts: v.object({
    players: count,
    /** Players who have signed in or were entered by an organiser. */
    listed: v.optional(count, 0),
    teams: count,
    awards: count,
    voided: count,
    refused: count,
    /** Late entries that the organiser has neither accepted nor declined. */
    late: count,
    /** How many awards waited on booths' devices at their last reports, in total. */
    waiting: count,
  }),
  booths: rowsOf(
    v.object({
      vendor_id: v.string(),
      name: v.string(),
      location: v.string(),
      closed: v.optional(v.boolean(), false),
      awards_last_hour: count,
      refused_last_hour: count,
      last_award_at: instantOrNull,
      staff: rowsOf(boothStaff),
      former_staff: v.optional(rowsOf(formerStaff)),
    }),
  ),
  /** `trouble`: why the provider refuses all SMS, in its words. */
  sms: v.object({
    sent: count,
    failed: count,
    last_failure_at: instantOrNull,
    trouble: v.optional(v.nullable(v.string()), null),
  }),
  last_backup_at: v.optional(instantOrNull, null),
  /** Whether a rehearsal was played, or an award has arrived. */
  rehearsed: v.optional(v.boolean(), false),
  /** The first organiser, until an SMS to their number has signed them in. */
  unconfirmed: v.optional(v.nullable(v.object({ user_id: v.string(), mobile: v.string() })), null),
})

/** The field that matched the search; missing if the name matched. */
const foundBy = v.optional(
  v.object({
    field: v.picklist(['nickname', 'mobile', 'email', 'team', 'booth', 'member', 'tag', 'id']),
    value: v.string(),
  }),
)

export const matchingPerson = v.object({
  user_id: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  nickname: v.string(),
  mobile: v.string(),
  email: v.string(),
  vendor_id: v.nullable(v.string()),
  team_id: v.nullable(v.string()),
  team_name: v.nullable(v.string()),
  blocked: v.boolean(),
  /** True for organisers, for whom no link can be made here. */
  organiser: v.optional(v.boolean()),
  /**
   * For a team's only member: whether erasing them leaves the team without members or disbands it
   * (rule 5).
   */
  team_if_erased: v.optional(v.picklist(['stays', 'disbanded'])),
  last_seen_at: instantOrNull,
  found_by: foundBy,
})

export const matchingTeam = v.object({
  ...teamReference.entries,
  points,
  rank: count,
  hidden: v.boolean(),
  member_count: count,
  found_by: foundBy,
})

/** Kinds of events in a team's history, besides organisers' actions. */
export type HistoryKind =
  | 'award'
  | 'bonus'
  | 'adjustment'
  | 'void'
  | 'refusal'
  | 'founded'
  | 'requested'
  | 'joined'
  | 'left'
  | 'removed'
  | 'tag'
  | 'emblem'

/** An event in a team's history. Fields that its kind does not use are null. */
export const historyEntry = v.object({
  /** The page shows unknown kinds by their name. */
  kind: v.string(),
  /** `at`: when it was made; `received_at`: when the server received it. */
  at: instant,
  received_at: instantOrNull,
  /** The author's nickname; null for the command line. */
  who: v.nullable(v.string()),
  /** The person affected, if not the author. */
  person: v.nullable(v.string()),
  vendor_name: v.nullable(v.string()),
  label: v.nullable(v.string()),
  points: v.nullable(points),
  award_id: v.nullable(v.string()),
  voided: v.nullable(v.boolean()),
  /** The refusal's code. */
  code: v.nullable(v.string()),
  reason: v.nullable(v.string()),
  about: v.nullable(v.string()),
})

export const organiserTeam = v.object({
  team: v.object({
    ...matchingTeam.entries,
    nfc_id: v.nullable(v.string()),
    created_at: instant,
    disbanded_at: instantOrNull,
  }),
  members: rowsOf(v.object({ ...member.entries, mobile: v.optional(v.string(), '') })),
  awards: rowsOf(award),
  history: rowsOf(historyEntry),
  /** Whether there are older awards. If so, `history` starts at the oldest award of this page. */
  more: v.optional(v.boolean()),
})

/** Kinds of late entries. `void`: a booth voided one of its awards. */
export const LATE_KINDS = ['award', 'bonus', 'void'] as const
export type LateKind = (typeof LATE_KINDS)[number]

/** An entry that arrived after the results were closed (rule 17). */
export const lateEntry = v.object({
  late_id: v.string(),
  kind: v.picklist(LATE_KINDS),
  ...teamReference.entries,
  vendor_name: v.nullable(v.string()),
  label: v.string(),
  /** For a void, the points of its award. */
  points,
  awarded_at: instant,
  received_at: instant,
  accepted: v.boolean(),
  /** Declined by the organiser, who can still accept it. */
  declined: v.optional(v.boolean(), false),
})

/** Longest name of the game that can be typed: more than any host's name has. */
export const TYPED_NAME_MAX = 200

/** Number of late entries on a page; the last page may have fewer. */
export const LATE_PAGE = 100

/** Number of entries on a page of the audit trail; the last page may have fewer. */
export const AUDIT_PAGE = 50

export const auditEntry = v.object({
  entry_id: v.string(),
  at: instant,
  who: v.string(),
  what: v.string(),
  about: v.string(),
  reason: v.nullable(v.string()),
})

/** A new sign-in link for a person on a booth's staff. */
export const staffLink = v.object({
  user_id: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  nickname: v.string(),
  mobile: v.string(),
  vendor_name: v.string(),
  link: v.string(),
})

/** The result for one invited person. In a dry run `sent` means that it would be sent. */
export const invitation = v.object({
  /** `failed`: the provider did not take the SMS, or nobody knows whether it did. */
  status: v.picklist(['sent', 'had_one', 'refused', 'failed']),
  /** Their nickname, derived from the name if none was given. */
  nickname: v.optional(v.string()),
  /** For `had_one`: whether they have signed in since. */
  signed_in: v.optional(v.boolean()),
  /** For `refused`: the faulty fields. */
  fields: v.optional(v.record(v.string(), v.string())),
  code: v.optional(v.string()),
})
export type Invitation = v.InferOutput<typeof invitation>

/**
 * A player's progress. `failed`: the SMS of the invitation may not have arrived; `entered`: by an
 * organiser, without an SMS; `came`: has signed in.
 */
export const PLAYER_STEPS = ['failed', 'invited', 'entered', 'came'] as const
export type PlayerStep = (typeof PLAYER_STEPS)[number]

export const listedPlayer = v.object({
  ...v.pick(matchingPerson, ['user_id', 'first_name', 'last_name', 'nickname', 'mobile', 'email'])
    .entries,
  step: v.picklist(PLAYER_STEPS),
  /** When the latest invitation was sent. */
  invited_at: instantOrNull,
})
export type ListedPlayer = v.InferOutput<typeof listedPlayer>

/** The parts that `reset` can keep. It always keeps the event's booths and point types. */
export const KEEPABLE = ['tags', 'staff', 'settings', 'players'] as const
export type Keepable = (typeof KEEPABLE)[number]

/** The tables that can be exported. */
export const TABLE_NAMES = [
  'awards',
  'teams',
  'players',
  'refusals',
  'late',
  'audit',
  'ranking',
] as const
export type TableName = (typeof TABLE_NAMES)[number]

export const tableColumn = v.object({ key: v.string(), title: v.string() })
/** Values by column key, with an `id`. */
export const tableRow = v.record(v.string(), v.nullable(v.union([v.string(), v.number()])))

const given = { awards: count, points }

/** The day in numbers. */
export const day = v.object({
  /** `hour`: when the clock hour began. Hours without awards are left out. */
  hours: rowsOf(v.object({ hour: instant, ...given })),
  /**
   * `teams`: the number of different teams that got something there. Bonuses and adjustments have
   * no booth.
   */
  booths: rowsOf(v.object({ vendor_id: v.string(), name: v.string(), ...given, teams: count })),
  point_types: rowsOf(v.object({ point_type: v.string(), label: v.string(), ...given })),
  /** Players who have signed in. */
  players: count,
  teams: count,
  /** SMS accepted by the provider. */
  sms: count,
})
export type Day = v.InferOutput<typeof day>

/** Something an organiser may want to check. The page leaves out kinds that it does not know. */
export const odd = v.object({
  kind: v.string(),
  team_id: v.optional(v.string()),
  team_name: v.optional(v.string()),
  vendor_id: v.optional(v.string()),
  vendor_name: v.optional(v.string()),
  user_id: v.optional(v.string()),
  nickname: v.optional(v.string()),
  nfc_id: v.optional(v.string()),
  /** A number of teams, occurrences or awards, depending on the kind. */
  count,
  since: instant,
  until: instant,
})

export type Odd = v.InferOutput<typeof odd>
export type Overview = v.InferOutput<typeof overview>
export type OverviewBooth = Overview['booths'][number]
export type MatchingPerson = v.InferOutput<typeof matchingPerson>
export type MatchingTeam = v.InferOutput<typeof matchingTeam>
export type LateEntry = v.InferOutput<typeof lateEntry>
export type HistoryEntry = v.InferOutput<typeof historyEntry>
