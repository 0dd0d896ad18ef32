import type { CallContext, Handlers } from '../../call-context'
import { announce } from '../../corrections/announce'
import { blockPerson, unblockPerson } from '../../corrections/block-person'
import { closeResults, reopenResults } from '../../corrections/close-results'
import type { By } from '../../corrections/correction'
import { freeze, reveal } from '../../corrections/freeze'
import { revokeDevice } from '../../corrections/revoke-device'
import { makeSignInLink } from '../../corrections/sign-in-link'
import { attachTag, hideTeam, makeCaptain, renameTeam, showTeam } from '../../corrections/team'
import { isoTime } from '../../iso-time'

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
  closeResults: async (_input, context) => ({
    closed_at: isoTime((await closeResults(context.game, by(context))).closedAt),
  }),
  reopenResults: async (_input, context) => {
    await reopenResults(context.game, by(context))
    return { closed_at: null }
  },
  announce: async ({ text, to }, context) => ({ message_id: await announce(context.game, by(context), text, to) }),
} satisfies Partial<Handlers>
