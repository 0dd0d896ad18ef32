import type { MessageTo, TagType } from '#contract/entities'
import type { AuditedAction, LateKind } from '#contract/organiser-entities'

/**
 * Rule 18: times are in the years 2020 to 2100 (ms). Hard-coded, because a release's schema never
 * changes.
 */
export const isPossibleTime = (column: string) =>
  `${column} between 1577836800000 and 4133980799999`

/**
 * The tables of release 1.0.0 on both engines, each after the tables it refers to, with their
 * columns' SQL: ids as text, times as whole ms since the epoch, flags as 0 | 1. They never change:
 * later releases add migrations, and extend `Tables` and `columnsOf`.
 */
export const TABLES = {
  /** The event's settings and flags, one JSON value per row. */
  settings: { name: 'text primary key', value: 'text not null' },
  /** Keys that the servers of this database make once and share. */
  server_keys: { name: 'text primary key', value: 'text not null' },

  vendors: {
    vendor_id: 'text primary key',
    name: 'text not null',
    location: 'text not null',
    description: 'text not null',
    position: 'integer not null',
  },
  point_types: {
    point_type: 'text primary key',
    label: 'text not null',
    points: 'integer not null',
    cooldown_seconds: 'integer not null',
    position: 'integer not null',
  },
  vendor_point_types: {
    vendor_id: 'text not null references vendors (vendor_id)',
    point_type: 'text not null references point_types (point_type)',
    position: 'integer not null',
  },
  /** When booths were closed and reopened; null: still closed. */
  booth_closings: {
    vendor_id: 'text not null references vendors (vendor_id)',
    closed_at: 'bigint not null',
    opened_at: 'bigint',
  },

  users: {
    user_id: 'text primary key',
    first_name: 'text not null',
    last_name: 'text not null',
    email: 'text not null',
    /** `caseKey` of the e-mail. */
    email_key: 'text not null',
    /** E.164. Unique among accounts that are reserved. */
    mobile: 'text not null',
    nickname: 'text not null',
    /** `uniqueNicknameKey` of the nickname. Unique among accounts that are reserved. */
    nickname_key: 'text not null',
    vendor_id: 'text references vendors (vendor_id)',
    /** When they last left a booth; null: never. */
    left_booth_at: 'bigint',
    /**
     * 1 = entered by an organiser, in the event file or by an invitation; such an account is
     * reserved from the start.
     */
    imported: 'integer not null',
    created_at: 'bigint not null',
    first_signed_in_at: 'bigint',
    terms_version: 'text',
    terms_accepted_at: 'bigint',
    /** The hashed cookie of the browser that registered; null once the account is reserved. */
    browser_hash: 'text',
    /** null: no organiser. */
    organiser_since: 'bigint',
    /** Rule 15; null: not blocked. */
    blocked_at: 'bigint',
  },
  /** Signed-in browsers. Only hashes of tokens are stored. */
  sessions: {
    token_hash: 'text primary key',
    user_id: 'text not null references users (user_id)',
    created_at: 'bigint not null',
    renewed_at: 'bigint not null',
    expires_at: 'bigint not null',
    address: 'text not null',
    user_agent: 'text not null',
  },
  /**
   * The code and the link of one SMS. Either signs in once and invalidates the other. Requests for unknown ids have no user
   * and a code that nothing matches.
   */
  sign_in_requests: {
    request_id: 'text primary key',
    user_id: 'text references users (user_id)',
    /** The mobile number or e-mail that was entered, hashed. */
    asked_hash: 'text not null',
    /** The hashed cookie of the browser that requested the code; the code is valid only there. */
    browser_hash: 'text not null',
    created_at: 'bigint not null',
    used_at: 'bigint',
    code_hash: 'text not null',
    code_expires_at: 'bigint not null',
    wrong_tries: 'integer not null',
    link_hash: 'text not null',
    link_expires_at: 'bigint not null',
  },
  /** Links made by organisers, invitations and the command line; valid until used or withdrawn. */
  organiser_links: {
    token_hash: 'text primary key',
    user_id: 'text not null references users (user_id)',
    created_at: 'bigint not null',
  },
  /** Wrong codes of the last day; hashed, because unknown ids are counted like known ones. */
  wrong_codes: { account_hash: 'text not null', tried_at: 'bigint not null' },

  /**
   * When SMS were sent to a number; hashed, because unknown ids are counted like known ones.
   * `request_id` is null for an SMS that may not have been sent.
   */
  sms_sends: { recipient_hash: 'text not null', sent_at: 'bigint not null', request_id: 'text' },
  /** Every SMS and its state. A row names its recipient only if it is an invitation. */
  sms_messages: {
    message_id: 'text primary key',
    payer: 'text not null',
    begun_at: 'bigint not null',
    state: 'text not null',
    settled_at: 'bigint',
    /** The hashed IP address of a new registration; null for other payers. */
    address_hash: 'text',
    /** The person whom the SMS invites; null if it is no invitation. */
    user_id: 'text',
  },
  /** Devices subscribed to notifications, each for as long as its session lasts. */
  push_subscriptions: {
    endpoint: 'text primary key',
    token_hash: 'text not null references sessions (token_hash) on delete cascade',
    user_id: 'text not null references users (user_id)',
    p256dh: 'text not null',
    auth: 'text not null',
    created_at: 'bigint not null',
  },

  teams: {
    team_id: 'text primary key',
    team_name: 'text not null',
    /** null once the team is disbanded, so that the name is free again (rule 6). */
    name_key: 'text unique',
    captain_id: 'text not null references users (user_id)',
    created_at: 'bigint not null',
    disbanded_at: 'bigint',
    /** Rule 15. */
    hidden_at: 'bigint',
    /** The captain's choice; null: derived from the id. */
    emblem: 'integer check (emblem between 0 and 11)',
    /**
     * Incremented whenever the captain changes or is blocked. An invitation is valid only for the
     * value at which it was made (rule 4).
     */
    captaincy: 'integer not null default 0',
  },
  /** `user_id` is the key, so nobody is in two teams (rule 1). */
  memberships: {
    user_id: 'text primary key references users (user_id)',
    team_id: 'text not null references teams (team_id)',
    joined_at: 'bigint not null',
  },
  /** Pending requests. `user_id` is the key, so nobody has two (rule 1). */
  invites: {
    user_id: 'text primary key references users (user_id)',
    team_id: 'text not null references teams (team_id)',
    created_at: 'bigint not null',
  },
  /** Requests to join a team, joining and leaving it, and changes of its tags and emblem. */
  team_log: {
    entry_id: 'text primary key',
    team_id: 'text not null references teams (team_id)',
    at: 'bigint not null',
    what: 'text not null',
    user_id: 'text',
    /** The account that made the change, if it is not the person's own. */
    by_user_id: 'text',
    nfc_id: 'text',
  },

  tags: {
    nfc_id: 'text primary key',
    nfc_type: 'text not null',
    team_id: 'text unique references teams (team_id)',
    vendor_id: 'text references vendors (vendor_id)',
    point_type: 'text references point_types (point_type)',
    written_at: 'bigint',
    created_at: 'bigint not null',
    /** Kind of proof that the tag writes into its address; null for an ordinary tag. */
    proof: 'text',
    /** The bound chip, as 14 upper-case hex digits; null until the first proof. */
    uid: 'text',
    /** The accounts that created and wrote the tag; null: by the command line, or not recorded. */
    created_by: 'text',
    written_by: 'text',
    /** Name and place, visible only to organisers. */
    note: 'text',
  },
  /**
   * Touches whose proofs are used, each by one team. `made_at` is the time that the scan claims.
   */
  tag_touches: {
    uid: 'text not null',
    counter: 'integer not null',
    nfc_id: 'text not null references tags (nfc_id)',
    team_id: 'text not null references teams (team_id)',
    user_id: 'text not null references users (user_id)',
    made_at: 'bigint not null',
    received_at: 'bigint not null',
  },
  /** Scans whose proof was refused; at most one row per team and tag in ten minutes. */
  tag_refusals: {
    nfc_id: 'text not null references tags (nfc_id)',
    team_id: 'text not null references teams (team_id)',
    refused_at: 'bigint not null',
  },

  /** The ledger. Rows are never changed or deleted (rule 7). */
  awards: {
    award_id: 'text primary key',
    kind: 'text not null',
    team_id: 'text not null references teams (team_id)',
    /** The booth that gave it; null for a bonus or an adjustment. */
    vendor_id: 'text references vendors (vendor_id)',
    point_type: 'text not null references point_types (point_type)',
    /** The points of the type when the award was recorded. */
    points: 'integer not null',
    awarded_at: 'bigint not null',
    received_at: 'bigint not null',
    /** The account that gave it or scanned the bonus; null for the command line. */
    user_id: 'text references users (user_id)',
    /** The bonus tag; unique per team (rule 11). */
    nfc_id: 'text references tags (nfc_id)',
    reason: 'text',
    /**
     * The id that its device sent, if another person's award had taken that id (rule 10); null: the
     * device sent `award_id`.
     */
    sent_id: 'text',
    /** The entry of another team from which an organiser moved it. */
    moved_from: 'text',
  },
  /** Voided awards (rules 12 and 14), beside the ledger. `user_id` is null for the command line. */
  voids: {
    award_id: 'text primary key references awards (award_id)',
    voided_at: 'bigint not null',
    user_id: 'text references users (user_id)',
  },
  /** Bonuses whose time is confirmed by another account's touch (rule 21). */
  confirmed_bonuses: { award_id: 'text primary key references awards (award_id)' },
  /** The score of every team that is not disbanded, derived from the ledger. Only `ledger.ts` writes it. */
  team_scores: {
    team_id: 'text primary key references teams (team_id)',
    points: 'bigint not null',
    /** From when the newest scoring entry counts (rule 8); null if there is none. */
    reached_at: 'bigint',
  },
  /** The scores at the moment of the freeze (rule 16); empty when nothing is frozen. */
  frozen_scores: {
    team_id: 'text primary key references teams (team_id)',
    points: 'bigint not null',
    reached_at: 'bigint',
  },

  /** Refused awards, beside the ledger. */
  refusals: {
    refusal_id: 'text primary key',
    award_id: 'text not null',
    user_id: 'text not null',
    vendor_id: 'text',
    team_id: 'text not null',
    point_type: 'text not null',
    code: 'text not null',
    made_at: 'bigint not null',
    refused_at: 'bigint not null',
  },
  /** The number of refusals that were not stored, because an account had too many in an hour. */
  refusals_beyond: {
    user_id: 'text primary key',
    number: 'integer not null',
    first_at: 'bigint not null',
    last_at: 'bigint not null',
  },
  /**
   * Entries that arrived after results were closed (rule 17), with everything needed to judge them
   * later.
   */
  late_entries: {
    late_id: 'text primary key',
    kind: 'text not null',
    /**
     * An award's id as sent; the id that a bonus will get; the id of the award that a void voids.
     */
    award_id: 'text not null',
    team_id: 'text not null references teams (team_id)',
    /** null for a bonus. */
    vendor_id: 'text references vendors (vendor_id)',
    point_type: 'text not null references point_types (point_type)',
    /** The points of the type, or of the voided award, when it arrived. */
    points: 'integer not null',
    user_id: 'text not null references users (user_id)',
    nfc_id: 'text references tags (nfc_id)',
    made_at: 'bigint not null',
    received_at: 'bigint not null',
    /** When an organiser accepted it, or last declined it; both null: undecided. */
    accepted_at: 'bigint',
    declined_at: `bigint check (${isPossibleTime('declined_at')})`,
    /**
     * 1: its maker's device signed it, so another person's award under its id does not block it
     * (rule 10).
     */
    signed: 'integer not null default 0',
  },

  /** The organiser's messages. */
  messages: {
    message_id: 'text primary key',
    text: 'text not null',
    sent_at: 'bigint not null',
    sent_to: 'text not null',
    user_id: 'text references users (user_id)',
  },
  /** The organiser's actions (rule 14). Rows are never changed or deleted. */
  audit: {
    entry_id: 'text primary key',
    at: 'bigint not null',
    /** The organiser; null for the command line. */
    user_id: 'text references users (user_id)',
    what: 'text not null',
    /** The subject in words; empty if `person_id` says it all. */
    about: 'text not null',
    team_id: 'text',
    /**
     * The person concerned. The name is looked up at each reading, so that no row keeps an erased
     * person's name.
     */
    person_id: 'text',
    award_id: 'text',
    reason: 'text',
  },

  /**
   * When a booth's device, identified by its session, was last in contact, and how many awards wait
   * in its outbox. A row outlives its session, because the awards still wait.
   */
  booth_devices: {
    token_hash: 'text primary key',
    user_id: 'text not null references users (user_id)',
    seen_at: 'bigint not null',
    waiting: 'integer',
  },
  /** Keys with which booths' devices sign vouchers. */
  signing_devices: {
    device_id: 'text primary key',
    user_id: 'text not null references users (user_id)',
    public_key: 'text not null',
    /** The session that registered it; it may have ended. */
    token_hash: 'text',
    registered_at: 'bigint not null',
    last_used_at: 'bigint',
    revoked_at: 'bigint',
  },
  /**
   * Periods as staff of a booth. `from_at` null: from the beginning; `until_at` null: still. Staff
   * without a row were staff from the beginning.
   */
  staff_history: {
    user_id: 'text not null references users (user_id)',
    vendor_id: 'text not null references vendors (vendor_id)',
    from_at: 'bigint',
    until_at: 'bigint',
  },
} as const

/** Columns whose values can only be these texts. */
interface EnumColumns {
  sms_messages: { payer: 'known' | 'invited' | 'new'; state: SmsState }
  team_log: { what: 'founded' | 'requested' | 'joined' | 'left' | 'removed' | 'tag' | 'emblem' }
  tags: { nfc_type: TagType; proof: 'ntag424' | null }
  awards: { kind: AwardKind }
  late_entries: { kind: LateKind }
  messages: { sent_to: MessageTo }
  audit: { what: AuditedAction }
}

/**
 * An SMS is `sending` until the provider answers, `failed` if it was certainly not sent, and
 * `unknown` if it may have been sent.
 */
export type SmsState = 'sending' | 'sent' | 'failed' | 'unknown'
export type AwardKind = 'award' | 'bonus' | 'adjustment'

/** The type of a column's values, by its SQL. */
type ValueOf<Column> =
  | (Column extends `text${string}` ? string : number)
  | (Column extends `${string}not null${string}` | `${string}primary key${string}` ? never : null)

/** The rows of each table. */
export type Tables = {
  [T in keyof typeof TABLES]: {
    -readonly [C in keyof (typeof TABLES)[T]]: EnumColumns extends Record<T, Record<C, infer Value>>
      ? Value
      : ValueOf<(typeof TABLES)[T][C]>
  }
}
export type UsersTable = Tables['users']
export type AwardsTable = Tables['awards']
type FromAnother = 'sent_id' | 'moved_from'
/**
 * An entry to record. Few entries were moved or sent under another id, so these columns are
 * optional.
 */
export type NewEntry = Omit<AwardsTable, FromAnother> & Partial<Pick<AwardsTable, FromAnother>>
export type LateEntriesTable = Tables['late_entries']

export const TABLE_NAMES = Object.keys(TABLES) as readonly (keyof Tables)[]
export const columnsOf = <T extends keyof Tables>(table: T) =>
  Object.keys(TABLES[table]) as (keyof Tables[T] & string)[]
