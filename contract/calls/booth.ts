import * as v from 'valibot'
import { change, read } from '../call'
import * as entity from '../entities'
import * as field from '../fields'
import { AWARDS_AT_ONCE } from '../protocol'

const award = v.object({
  team_id: field.id,
  point_type: field.id,
  award_id: v.optional(field.uuid),
  queued_ms: v.optional(field.queuedMs),
  user_id: v.optional(field.id),
  vendor_id: v.optional(field.id),
})

/**
 * `who` is not `staff`: somebody who has left the booth must still learn that an award was recorded
 * (rule 10), and an award from another account's outbox must be answered with OTHER_ACCOUNT.
 * `othersOnly`: awards change players' accounts and teams, never the sender's own.
 */
const ofAward = {
  action: 'vendor',
  who: 'signed-in',
  touches: ['user', 'team', 'booth', 'ranking'],
  othersOnly: ['user', 'team'],
} as const

export const listVendors = read('listVendors', {
  action: 'vendor',
  option: 'list',
  who: 'signed-in',
  output: v.object({ vendors: v.array(entity.vendor) }),
})

export const listAwards = read('listAwards', {
  action: 'vendor',
  option: 'list_awards',
  who: 'staff',
  output: v.object({ awards: v.array(entity.award) }),
})

export const awardPoints = change('awardPoints', {
  ...ofAward,
  option: 'award_points',
  /**
   * `voucher`: the copy shown to the team. Sent if another person's award has taken the id, to
   * prove whose id it is.
   */
  input: v.object({ ...award.entries, voucher: v.optional(field.voucher) }),
  output: v.object({ award: entity.award, duplicate: v.boolean() }),
})

export const awardMany = change('awardMany', {
  ...ofAward,
  option: 'award_many',
  /** The handler parses awards one by one, so that an invalid one does not affect the others. */
  input: v.object({ awards: field.unparsedList<v.InferInput<typeof award>>(AWARDS_AT_ONCE) }),
  /**
   * Results in the order sent. An unreadable award keeps its place, so that results match awards by
   * position.
   */
  output: v.object({
    results: v.array(
      v.fallback(entity.awardResult, {
        status: 'KO',
        award_id: null,
        code: 'INTERNAL',
        message: '',
      }),
    ),
  }),
})

export const voidAward = change('voidAward', {
  ...ofAward,
  option: 'void_award',
  input: v.object({
    award_id: field.uuid,
    user_id: v.optional(field.id),
    queued_ms: v.optional(field.queuedMs),
  }),
  output: v.object({ award: entity.award }),
})

export const checkCooldown = read('checkCooldown', {
  action: 'vendor',
  option: 'check_cooldown',
  who: 'signed-in',
  input: v.object({ team_id: field.id }),
  output: v.object({ team: entity.teamReference, cooldowns: v.array(entity.cooldown) }),
})
