import type { CallContext, Handler, Handlers } from '../call-context'
import { acceptLate, declineLate } from '../corrections/accept-late'
import { announce, recall } from '../corrections/announce'
import { adjust, moveAward, voidAward } from '../corrections/awards'
import type { By } from '../corrections/correction'
import {
  blockPerson,
  erasePerson,
  makeSignInLink,
  makeStaffLinks,
  revokeDevice,
  unblockPerson,
  withdrawSignIns,
} from '../corrections/person'
import { closeResults, freeze, reopenResults, reveal, revealNext } from '../corrections/results'
import { attachTag, hideTeam, makeCaptain, renameTeam, showTeam } from '../corrections/team'
import { readAward } from '../db/queries/awards'
import { findLateEntry, readLateEntries } from '../db/queries/late-entries'
import { invite } from '../invitations'
import { showRanked } from '../readings/ranking'
import { isoTime } from '../time'

function by({ caller }: CallContext<'organiser'>, reason: string | null = null): By {
  return { userId: caller.userId, reason }
}

/** Answers without fields of its own. */
const done = async (correction: Promise<unknown>) => {
  await correction
  return {}
}

/** The organiser's corrections, as calls. */
export const corrections = {
  signInLink: async ({ user_id }, context) => ({ link: await makeSignInLink(context.game, by(context), user_id) }),
  blockPerson: ({ user_id, reason }, context) => done(blockPerson(context.game, by(context, reason), user_id)),
  unblockPerson: ({ user_id, reason }, context) => done(unblockPerson(context.game, by(context, reason), user_id)),
  revokeDevice: ({ device_id, reason }, context) => done(revokeDevice(context.game, by(context, reason), device_id)),
  renameTeam: ({ team_id, team_name, reason }, context) =>
    done(renameTeam(context.game, by(context, reason), team_id, team_name)),
  hideTeam: ({ team_id, reason }, context) => done(hideTeam(context.game, by(context, reason), team_id)),
  showTeam: ({ team_id, reason }, context) => done(showTeam(context.game, by(context, reason), team_id)),
  makeCaptain: ({ team_id, player_id, reason }, context) =>
    done(makeCaptain(context.game, by(context, reason), team_id, player_id)),
  attachTag: ({ team_id, nfc_id }, context) => done(attachTag(context.game, by(context), team_id, nfc_id)),
  freeze: async (_input, context) => ({ frozen_at: isoTime(await freeze(context.game, by(context))) }),
  reveal: async (_input, context) => {
    await reveal(context.game, by(context))
    return { frozen_at: null }
  },
  revealNext: async ({ after }, context) => {
    const team = await revealNext(context.game, by(context), after)
    return { place: team.rank, team: showRanked(team) }
  },
  closeResults: async (_input, context) => ({ closed_at: isoTime(await closeResults(context.game, by(context))) }),
  reopenResults: async (_input, context) => {
    await reopenResults(context.game, by(context))
    return { closed_at: null }
  },
  recall: ({ message_id }, context) => done(recall(context.game, by(context), message_id)),
  invitePeople: async ({ people, dry_run, again }, context) => {
    return { results: await invite(context.game, by(context), people, { dryRun: dry_run === 1, again: again === 1 }) }
  },
  erasePerson: ({ user_id, reason }, context) => done(erasePerson(context.game, by(context, reason), user_id)),
  withdrawSignIns: ({ user_id, reason }, context) => done(withdrawSignIns(context.game, by(context, reason), user_id)),
  staffLinks: async ({ vendor_id, only_new }, context) => {
    return { links: await makeStaffLinks(context.game, by(context), { vendorId: vendor_id, onlyNew: only_new === 1 }) }
  },
  announce: async ({ text, to }, context) => {
    const message_id = await announce(context.game, by(context), text, to)
    context.push.message(message_id, text, to)
    return { message_id }
  },
  adjustPoints: async ({ team_id, points, reason, adjustment_id }, context) => {
    await adjust(context.game, by(context, reason), { awardId: adjustment_id, teamId: team_id, points })
    return { award: await readAward(context.game.db.read, adjustment_id) }
  },
  voidAnyAward: async ({ award_id, reason }, context) => {
    await voidAward(context.game, by(context, reason), award_id)
    return { award: await readAward(context.game.db.read, award_id) }
  },
  moveAward: async ({ award_id, team_id, reason }, context) => {
    const newId = await moveAward(context.game, by(context, reason), award_id, team_id)
    return { award: await readAward(context.game.db.read, newId) }
  },
  acceptLate: async ({ late_id, reason }, context) => {
    const awardId = await acceptLate(context.game, by(context, reason), late_id)
    return { award: await readAward(context.game.db.read, awardId) }
  },
  declineLate: ({ late_id, reason }, context) => done(declineLate(context.game, by(context, reason), late_id)),
} satisfies Partial<Handlers>

/** As many as a page has, and a person reads. */
const LATE_AT_ONCE = 100

export const listLate: Handler<'listLate'> = async ({ before }, { game }) => {
  const after = before === undefined ? null : await findLateEntry(game.db.read, before)
  // Nothing follows an entry that there is not.
  if (after === undefined) return { late: [] }
  const rows = await readLateEntries(game.db.read, { after, limit: LATE_AT_ONCE })
  const late = rows.map(({ made_at, received_at, accepted_at, declined_at, ...entry }) => {
    const { late_id, kind, team_id, team_name, vendor_name, label, points } = entry
    return {
      ...{ late_id, kind, team_id, team_name, vendor_name, label, points },
      ...{ awarded_at: isoTime(made_at), received_at: isoTime(received_at) },
      ...{ accepted: accepted_at !== null, declined: declined_at !== null },
    }
  })
  return { late }
}
