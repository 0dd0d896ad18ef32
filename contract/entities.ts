import * as v from 'valibot'

export const instant = v.pipe(v.string(), v.isoTimestamp())
export const seconds = v.pipe(v.number(), v.integer(), v.minValue(0))
export const count = v.pipe(v.number(), v.integer(), v.minValue(0))
export const points = v.pipe(v.number(), v.integer())

/** `team`: unclaimed or a team's own; `vendor`: marks a booth; `bonus`: points once per team (rule 11). */
export const TAG_TYPES = ['team', 'vendor', 'bonus'] as const
export const tagType = v.picklist(TAG_TYPES)

/**
 * `ledger` identifies the server's ledger and changes with each `restore` or `reset`. `fresh` is
 * true after a reset: devices must not send entries of the old ledger again. These and the fields
 * below are optional, because a device's stored answer may be older than they are.
 */
export const ledgerFields = { ledger: v.optional(v.string()), fresh: v.optional(v.boolean()) }

/** A list with its version. If the caller already has that version, `unchanged` is true and `teams` is empty. */
export const versionFields = { version: v.optional(v.string()), unchanged: v.optional(v.boolean()) }

/** The event's time zone, used by screens to show times. */
export const zoneFields = { time_zone: v.optional(v.string()) }

/**
 * PUBLIC_URL, the base of all codes and links, and the server's version. Older servers omit both.
 */
export const serverFields = {
  public_url: v.optional(v.string()),
  server_version: v.optional(v.string()),
}

const teamRef = v.object({ team_id: v.string(), team_name: v.string() })
/** `emblem`: 0 to 11. If it is missing, the page derives it from the team's id. */
export const teamReference = v.object({ ...teamRef.entries, emblem: v.optional(count) })
const vendorRef = v.object({ vendor_id: v.string(), name: v.string() })

export const user = v.object({
  id: v.string(),
  organiser: v.optional(v.boolean()),
  first_name: v.string(),
  last_name: v.string(),
  nickname: v.string(),
  email: v.string(),
  mobile: v.string(),
  vendor_id: v.nullable(v.string()),
  vendor: v.nullable(vendorRef),
  team: v.nullable(
    v.object({
      ...teamReference.entries,
      is_captain: v.boolean(),
      points,
      rank: count,
      member_count: count,
    }),
  ),
  pending_team: v.nullable(teamReference),
})

export const rankedTeam = v.object({
  ...teamReference.entries,
  points,
  rank: count,
  member_count: count,
})

/** A team that the reveal has uncovered. */
const uncoveredTeam = v.object({
  team: rankedTeam,
  /** Nicknames. */
  members: v.array(v.string()),
  /** The parts of its constellation: the booths that gave it points, and its treasures. */
  lit: v.array(v.string()),
  treasures: count,
})

/** The reveal of a frozen ranking, place by place. */
export const reveal = v.object({
  /** Teams still shown as they were at the freeze, in no particular order. */
  covered: v.array(v.string()),
  /** The team that was uncovered last; null if it is gone. */
  shown: v.nullable(
    v.object({
      place: count,
      ...uncoveredTeam.entries,
      /** All booths in their order. */
      booths: v.array(v.string()),
      /**
       * Teams on the same place that were uncovered before `team`. Optional, because a device's
       * stored answer may be older than this field.
       */
      equal: v.optional(v.array(uncoveredTeam)),
    }),
  ),
})

export const team = v.object({
  ...rankedTeam.entries,
  is_full: v.boolean(),
  /** The team's tag. Only staff receive it, to find a team by its tag while offline. */
  nfc_id: v.optional(v.nullable(v.string())),
})

export const member = v.object({
  player_id: v.string(),
  nickname: v.string(),
  is_captain: v.boolean(),
  joined_at: instant,
  /** Only for members of the same team. */
  first_name: v.optional(v.string()),
  last_name: v.optional(v.string()),
})

export const invite = v.object({
  ...teamRef.entries,
  player_id: v.string(),
  nickname: v.string(),
  first_name: v.string(),
  last_name: v.string(),
  created_at: instant,
})

/**
 * The point type of the organiser's adjustments (rule 14). No event file can define it, because ids
 * in event files have no colon.
 */
export const ADJUSTMENT_TYPE = 'organiser:adjustment'

/** The awards on a page of a team's history; the last page may have fewer. */
export const AWARDS_PAGE = 100

export const award = v.object({
  award_id: v.string(),
  ...teamRef.entries,
  vendor_id: v.nullable(v.string()),
  vendor_name: v.nullable(v.string()),
  point_type: v.string(),
  label: v.string(),
  points,
  awarded_at: instant,
  received_at: instant,
  voided: v.boolean(),
})

/** The awards of one booth to a team; voided ones do not count. */
export const boothTotal = v.object({ vendor_id: v.string(), awards: count, points })

export const pointType = v.object({
  point_type: v.string(),
  label: v.string(),
  points,
  cooldown_seconds: seconds,
})

export const vendor = v.object({
  ...vendorRef.entries,
  location: v.string(),
  description: v.string(),
  point_types: v.array(pointType),
})

export const cooldown = v.object({
  vendor_id: v.string(),
  team_id: v.string(),
  point_type: v.string(),
  remaining_seconds: seconds,
  available_at: instant,
})

/** The result of one award in a call that sends several. */
export const awardResult = v.variant('status', [
  v.object({ status: v.literal('OK'), award_id: v.string(), award, duplicate: v.boolean() }),
  v.object({
    status: v.literal('KO'),
    /** null if the award could not be parsed. */
    award_id: v.nullable(v.string()),
    /** A string and not a union, as in every KO: a rule's code, UNAVAILABLE or INTERNAL. */
    code: v.string(),
    message: v.string(),
    /** COOLDOWN: the cooldowns that forbid the award. */
    cooldowns: v.optional(v.array(cooldown)),
  }),
])

export const nfc = v.object({
  nfc_id: v.string(),
  nfc_type: tagType,
  team: v.nullable(teamReference),
  vendor: v.nullable(vendorRef),
  award: v.nullable(award),
  already_collected: v.boolean(),
})

/** The public fields of an award. */
export const latestAward = v.object({
  team_name: v.string(),
  vendor_name: v.nullable(v.string()),
  label: v.string(),
  points,
  awarded_at: instant,
})

export const tag = v.object({
  nfc_id: v.string(),
  nfc_type: tagType,
  written_at: v.nullable(instant),
})

/** One device on which an account is signed in. */
export const session = v.object({
  started_at: instant,
  /** Updated at most once a day. */
  last_used_at: instant,
  /** Browser and system, for example "Chrome · Android"; empty if unknown. */
  browser: v.string(),
  /** True for the session of this call. */
  current: v.boolean(),
})

/** Recipients of an organiser's message. */
export const MESSAGE_TO = ['all', 'players', 'staff'] as const
export const messageTo = v.picklist(MESSAGE_TO)
export const message = v.object({
  message_id: v.string(),
  text: v.string(),
  sent_at: instant,
  to: messageTo,
})

export type Message = v.InferOutput<typeof message>
export type MessageTo = v.InferOutput<typeof messageTo>
export type User = v.InferOutput<typeof user>
export type Team = v.InferOutput<typeof team>
export type LatestAward = v.InferOutput<typeof latestAward>
export type Award = v.InferOutput<typeof award>
export type BoothTotal = v.InferOutput<typeof boothTotal>
export type PointType = v.InferOutput<typeof pointType>
export type Vendor = v.InferOutput<typeof vendor>
export type Cooldown = v.InferOutput<typeof cooldown>
export type AwardResult = v.InferOutput<typeof awardResult>
export type Nfc = v.InferOutput<typeof nfc>
export type TagType = v.InferOutput<typeof tagType>
