import type { MessageTo, TagType } from '#contract/entities'
import type { AuditedAction, LateKind } from '#contract/organiser-entities'

/**
 * The tables in types that both engines share: ids as text, times as whole ms since the epoch, flags as 0 | 1. They are created
 * by `schema.ts`.
 */
export interface Tables {
  /** The event's settings and flags, one JSON value per row. */
  settings: { name: string; value: string }
  users: UsersTable & SearchKeys
  /** Signed-in browsers. Only hashes of tokens are stored. */
  sessions: {
    token_hash: string
    user_id: string
    created_at: number
    renewed_at: number
    expires_at: number
    address: string
    user_agent: string
  }
  sign_in_requests: SignInRequestsTable
  /** Links printed by the organiser, valid until used or withdrawn. */
  organiser_links: { token_hash: string; user_id: string; created_at: number }
  /** When SMS were sent to a number; hashed, because unknown ids are counted like known ones. */
  sms_sends: { recipient_hash: string; sent_at: number; request_id: string | null }
  /** Keys that the servers of this database make once and share. */
  server_keys: { name: string; value: string }
  push_subscriptions: PushSubscriptionsTable
  /** Every SMS and what became of it, without whom it was for. */
  sms_messages: {
    message_id: string
    payer: 'known' | 'invited' | 'new'
    begun_at: number
    state: SmsState
    settled_at: number | null
  }
  /** Wrong codes of the last day; hashed, because unknown ids are counted like known ones. */
  wrong_codes: { account_hash: string; tried_at: number }
  point_types: { point_type: string; label: string; points: number; cooldown_seconds: number; position: number }
  vendors: { vendor_id: string; name: string; location: string; description: string; position: number }
  vendor_point_types: { vendor_id: string; point_type: string; position: number }
  /** When booths were closed, and opened again; null: still closed. */
  booth_closings: { vendor_id: string; closed_at: number; opened_at: number | null }
  /** `name_key` is null once the team is disbanded, so that the name is free again (rule 6). */
  teams: {
    team_id: string
    team_name: string
    name_key: string | null
    captain_id: string
    created_at: number
    disbanded_at: number | null
    /** Rule 15. */
    hidden_at: number | null
    /** The one its founder picked; null: it is derived from the id. */
    emblem: number | null
  }
  /** Memberships. `user_id` is the key, so nobody is in two teams (rule 1). */
  memberships: { user_id: string; team_id: string; joined_at: number }
  /** Pending requests. `user_id` is the key, so nobody has two (rule 1). */
  invites: { user_id: string; team_id: string; created_at: number }
  tags: {
    nfc_id: string
    nfc_type: TagType
    team_id: string | null
    vendor_id: string | null
    point_type: string | null
    written_at: number | null
    created_at: number
    /** What the tag writes into its address at each touch; null for an ordinary one. */
    proof: TagProofKind | null
    /** The chip whose proofs count, 14 hex digits in upper case; null until the first one. */
    uid: string | null
    /** Whose accounts made and wrote it; null for the command line, and before this was kept. */
    created_by: string | null
    written_by: string | null
  }
  /** The proofs that were used, each by one team. `made_at` is the time that the scan claims. */
  tag_touches: {
    uid: string
    counter: number
    nfc_id: string
    team_id: string
    user_id: string
    made_at: number
    received_at: number
  }
  /** Scans whose proof was refused; of a team and a tag one in ten minutes. */
  tag_refusals: { nfc_id: string; team_id: string; refused_at: number }
  /** Up to when the organiser has looked at what looked odd; `subject` holds its ids. */
  dismissed_odd: { kind: string; subject: string; until: number }
  /** The ledger. Rows are never changed or deleted (rule 7). */
  awards: AwardsTable
  /** Voided awards (rules 12 and 14), beside the ledger. `user_id` is null for the command line. */
  voids: { award_id: string; voided_at: number; user_id: string | null }
  /** The score of every team that is not disbanded, derived from the ledger. Only `ledger.ts` writes it. */
  team_scores: {
    team_id: string
    points: number
    /** When the newest scoring entry was made; null if there is none. */
    reached_at: number | null
  }
  /** Refused awards, beside the ledger. */
  refusals: {
    refusal_id: string
    award_id: string
    user_id: string
    vendor_id: string | null
    team_id: string
    point_type: string
    code: string
    made_at: number
    refused_at: number
  }
  /** How many refusals of an account were not recorded, because it had too many in an hour. */
  refusals_beyond: { user_id: string; number: number; first_at: number; last_at: number }
  /** What arrived after the results were closed (rule 17); `accepted_at` and `declined_at` are what the organiser decided last. */
  late_entries: LateEntriesTable
  /** How many late entries of an account were not kept as rows, because it had too many in an hour. */
  late_beyond: { user_id: string; number: number; first_at: number; last_at: number }
  /** What the organiser did (rule 14). Rows are never changed or deleted. */
  audit: AuditTable
  /** Who asked to join, joined and left a team, and its tags. */
  team_log: {
    entry_id: string
    team_id: string
    at: number
    what: TeamLogEvent
    user_id: string | null
    /** Who did it, where that was somebody else. */
    by_user_id: string | null
    nfc_id: string | null
  }
  /** The scores at the moment of the freeze (rule 16); empty when nothing is frozen. */
  frozen_scores: Tables['team_scores']
  /** The organiser's messages; `notified_at` is when a server began to notify phones. */
  messages: {
    message_id: string
    text: string
    sent_at: number
    sent_to: MessageTo
    user_id: string | null
    notified_at: number | null
  }
  /** When a booth's device, known by its session, was last heard of, and what it said of its outbox. */
  booth_devices: { token_hash: string; user_id: string; seen_at: number; waiting: number | null }
  /** Keys with which booths' devices sign vouchers. */
  signing_devices: {
    device_id: string
    user_id: string
    public_key: string
    /** The session that registered it, which may have ended. */
    token_hash: string | null
    registered_at: number
    last_used_at: number | null
    revoked_at: number | null
  }
  /** From when until when somebody was staff of a booth; null: always, still. Who has no entry for their booth always was. */
  staff_history: { user_id: string; vendor_id: string; from_at: number | null; until_at: number | null }
}

/** Content and times of what was sent, so that it can be judged later. */
export interface LateEntriesTable {
  late_id: string
  kind: LateKind
  /** The id that was sent; of a bonus the one that it gets; of a void the award's. */
  award_id: string
  team_id: string
  /** null for a bonus. */
  vendor_id: string | null
  point_type: string
  /** The points of the type, or of the voided award, when it arrived. */
  points: number
  user_id: string
  nfc_id: string | null
  made_at: number
  received_at: number
  accepted_at: number | null
  declined_at: number | null
  /** 1: a device of its maker signed it, so that no other award can take its id. */
  signed: number
}

export type TagProofKind = 'ntag424'

type TeamLogEvent = 'founded' | 'requested' | 'joined' | 'left' | 'removed' | 'tag'

export interface AuditTable {
  entry_id: string
  at: number
  /** The organiser; null for the command line. */
  user_id: string | null
  what: AuditedAction
  /** What it was about, in words; empty where that is a person. */
  about: string
  team_id: string | null
  /** The person it was about. The name is looked up, so that an erased person stays in no text. */
  person_id: string | null
  award_id: string | null
  reason: string | null
}

/** `sending` until the provider has answered, `failed` if it was certainly not sent, `unknown` if nobody knows. */
export type SmsState = 'sending' | 'sent' | 'failed' | 'unknown'

/** What a person is found by in the control room, folded, and the names that it was made from; null until somebody searches. */
interface SearchKeys {
  search_keys: string | null
  search_source: string | null
}

export interface UsersTable {
  user_id: string
  first_name: string
  last_name: string
  email: string
  /** Lower case. */
  email_key: string
  /** E.164. Unique among accounts that are reserved. */
  mobile: string
  nickname: string
  /** Lower case. Unique among accounts that are reserved. */
  nickname_key: string
  vendor_id: string | null
  /** When they last lost a booth; null: never. */
  left_booth_at: number | null
  /** 1 = named in the event file; such an account is reserved from the start. */
  imported: number
  created_at: number
  first_signed_in_at: number | null
  terms_version: string | null
  terms_accepted_at: number | null
  /** The hashed cookie of the browser that registered; null after the first sign-in. */
  browser_hash: string | null
  /** null: no organiser. */
  organiser_since: number | null
  /** Rule 15; null: not blocked. */
  blocked_at: number | null
}

/**
 * The code and the link of one SMS. Either signs in once and invalidates the other. Requests for unknown ids have no user
 * and a code that nothing matches.
 */
export interface SignInRequestsTable {
  request_id: string
  user_id: string | null
  /** The mobile number or e-mail that was entered, hashed. */
  asked_hash: string
  /** The hashed cookie of the browser that requested the code; the code is valid only there. */
  browser_hash: string
  created_at: number
  used_at: number | null
  code_hash: string
  code_expires_at: number
  wrong_tries: number
  link_hash: string
  link_expires_at: number
}

/** A device that wants notifications, for as long as its session lasts. */
export interface PushSubscriptionsTable {
  endpoint: string
  token_hash: string
  user_id: string
  p256dh: string
  auth: string
  created_at: number
}

export type AwardKind = 'award' | 'bonus' | 'adjustment'

export interface AwardsTable {
  award_id: string
  kind: AwardKind
  team_id: string
  /** The booth that gave it; null for a bonus or an adjustment. */
  vendor_id: string | null
  point_type: string
  /** The points of the type when the award was recorded. */
  points: number
  awarded_at: number
  received_at: number
  /** Who gave it, or who scanned the bonus; null for the command line. */
  user_id: string | null
  /** The bonus tag; unique per team (rule 11). */
  nfc_id: string | null
  reason: string | null
}
