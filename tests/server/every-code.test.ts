import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { RULE_CODES, type RuleCode } from '#contract/codes'
import { errorTexts } from '#texts/errors'
import type { Refused } from '../support/api-client'
import { ENGINES } from '../support/databases'
import { insertTag, setEvent } from '../support/event'
import { ANY_TAG_KEYS, newUid, touch } from '../support/ntag424'
import {
  addToTeam,
  foundTeam,
  lastSms,
  newProfile,
  organiserLink,
  type Person,
  signInOrganiser,
  signInStaff,
  signUp,
  type Team,
} from '../support/people'
import { useGame } from '../support/use-game'

describe.each(ENGINES)('every code of the API can be provoked on %s', (engine) => {
  const game = useGame(engine, { tagKeys: ANY_TAG_KEYS })
  let player: Person
  let member: Person
  let staff: Person
  let team: Team
  let organiser: Person
  beforeAll(async () => {
    player = await signUp(game())
    team = await foundTeam(game())
    member = await addToTeam(game(), team.id, team.captain)
    staff = await signInStaff(game(), 'iva')
    organiser = await signInOrganiser(game())
  })

  const award = () => ({ team_id: team.id, point_type: 'pobjeda', award_id: randomUUID() })
  const bonus = () => insertTag(game().db, { nfc_type: 'bonus', point_type: 'blago' })
  const provingBonus = () => insertTag(game().db, { nfc_type: 'bonus', point_type: 'blago', proof: 'ntag424' })

  /** One call that provokes each code. A code without an entry does not compile. */
  const WAYS: Readonly<Record<RuleCode, () => Promise<Refused>>> = {
    BLOCKED: async () => {
      const blocked = await signUp(game())
      await organiser.api.ok('blockPerson', { user_id: blocked.id, reason: 'Varanje' })
      return await game()
        .client()
        .ko('signIn', await organiserLink(game(), blocked.id))
    },
    MESSAGE_TOO_LONG: () => organiser.api.ko('announce', { text: 'a'.repeat(281), to: 'all' }),
    USER_NOT_FOUND: () => organiser.api.ko('signInLink', { user_id: 'nema-ga' }),
    NOT_AUTHENTICATED: () => game().client().ko('listTeams', {}),
    OTHER_ACCOUNT: () => staff.api.ko('awardPoints', { ...award(), user_id: 'luka' }),
    FORBIDDEN: () => player.api.ko('listAwards', {}),
    INVALID_INPUT: () => player.api.ko('createTeam', { team_name: 'a' }),
    UNKNOWN_ACTION: async () => (await player.api.raw({ action: 'teleport' })).json<Refused>(),
    ALREADY_REGISTERED: () =>
      game()
        .client()
        .ko('register', { user_data: newProfile({ mobile: player.mobile }) }),
    INVALID_CODE: () => game().client().ko('signIn', { id: player.id, mtp: '123456' }),
    TOO_MANY_ATTEMPTS: async () => {
      const { mobile, api } = await signUp(game())
      await api.ok('requestCode', { id: mobile })
      const mtp = lastSms(game(), mobile).wrongCode
      for (let tries = 1; tries <= 5; tries++) await api.ko('signIn', { id: mobile, mtp })
      return await api.ko('signIn', { id: mobile, mtp })
    },
    TEAM_NOT_FOUND: () => player.api.ko('joinTeam', { team_id: 'nema-ga' }),
    PLAYER_NOT_FOUND: () => team.captain.api.ko('removePlayer', { player_id: player.id }),
    TAG_NOT_FOUND: () => player.api.ko('scan', { nfc_id: 'nema-je' }),
    TAG_TAKEN: async () => {
      const nfc_id = await insertTag(game().db, { nfc_type: 'team' })
      await foundTeam(game(), { nfc_id })
      return await player.api.ko('createTeam', { team_name: 'Kasno', nfc_id })
    },
    TAG_WRONG_TYPE: async () => player.api.ko('createTeam', { team_name: 'Krivo', nfc_id: await bonus() }),
    TAG_NOT_PROVEN: async () => team.captain.api.ko('scan', { nfc_id: await provingBonus() }),
    TAG_REPLAYED: async () => {
      const [nfc_id, proof] = [await provingBonus(), touch(newUid(), 1)]
      await (await foundTeam(game())).captain.api.ok('scan', { nfc_id, ...proof })
      return await team.captain.api.ko('scan', { nfc_id, ...proof })
    },
    TEAM_NAME_TAKEN: () => player.api.ko('createTeam', { team_name: team.name }),
    TEAM_NAME_MISMATCH: () => team.captain.api.ko('disbandTeam', { team_name: 'Netko drugi' }),
    TEAM_FULL: async () => {
      const { id } = await foundTeam(game(), { size: 6 })
      return await player.api.ko('joinTeam', { team_id: id })
    },
    ALREADY_IN_TEAM: () => member.api.ko('createTeam', { team_name: 'Još jedan' }),
    NOT_IN_TEAM: () => player.api.ko('teamPoints', {}),
    NOT_CAPTAIN: () => member.api.ko('disbandTeam', { team_name: team.name }),
    INVITE_NOT_FOUND: () => team.captain.api.ko('acceptInvite', { player_id: player.id }),
    INVITE_EXISTS: async () => {
      const asking = await signUp(game())
      await asking.api.ok('joinTeam', { team_id: team.id })
      return await asking.api.ko('joinTeam', { team_id: team.id })
    },
    INVITE_EXPIRED: () => player.api.ko('joinTeam', { team_id: team.id, invite_token: 'nije-poziv' }),
    POINT_TYPE_NOT_ALLOWED: () => staff.api.ko('awardPoints', { ...award(), point_type: 'blago' }),
    COOLDOWN: async () => {
      const { id } = await foundTeam(game())
      await staff.api.ok('awardPoints', { ...award(), team_id: id })
      return await staff.api.ko('awardPoints', { ...award(), team_id: id })
    },
    AWARD_CONFLICT: async () => {
      const sent = { ...award(), team_id: (await foundTeam(game())).id }
      await staff.api.ok('awardPoints', sent)
      return await staff.api.ko('awardPoints', { ...sent, team_id: team.id })
    },
    AWARD_TOO_OLD: () => staff.api.ko('awardPoints', { ...award(), queued_ms: 48 * 3_600_000 + 1 }),
    AWARD_NOT_FOUND: () => staff.api.ko('voidAward', { award_id: randomUUID() }),
    VOID_TOO_LATE: async () => {
      const sent = { ...award(), team_id: (await foundTeam(game())).id }
      await staff.api.ok('awardPoints', sent)
      game().clock.advance(600_001)
      return await staff.api.ko('voidAward', { award_id: sent.award_id })
    },
    EVENT_CLOSED: async () => {
      await setEvent(game().db, { ends_at: 0 })
      try {
        return await staff.api.ko('awardPoints', award())
      } finally {
        await setEvent(game().db, { ends_at: null })
      }
    },
    KEPT_FOR_ORGANISER: async () => {
      await organiser.api.ok('closeResults', {})
      try {
        return await staff.api.ko('awardPoints', award())
      } finally {
        await organiser.api.ok('reopenResults', {})
      }
    },
    VOUCHER_INVALID: () => player.api.ko('deliver', { voucher: 'a.b' }),
    CLIENT_TOO_OLD: async () => {
      const response = await player.api.raw({ action: 'team', option: 'list' }, '', { 'x-game-protocol': '0' })
      return response.json<Refused>()
    },
  }

  test.each(RULE_CODES)('%s, with its Croatian message', async (code) => {
    const refused = await WAYS[code]()
    expect(refused.code).toBe(code)
    expect(refused.message).toBe(errorTexts[code])
  })
})
