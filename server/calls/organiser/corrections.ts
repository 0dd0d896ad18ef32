import type { CallContext, Handler } from '../../call-context'
import { announce } from '../../corrections/announce'
import { attachTag } from '../../corrections/attach-tag'
import { blockPerson, unblockPerson } from '../../corrections/block-person'
import { closeResults, reopenResults } from '../../corrections/close-results'
import type { By } from '../../corrections/correction'
import { freeze, reveal } from '../../corrections/freeze'
import { hideTeam, showTeam } from '../../corrections/hide-team'
import { makeCaptain } from '../../corrections/make-captain'
import { renameTeam } from '../../corrections/rename-team'
import { makeSignInLink } from '../../corrections/sign-in-link'
import { isoTime } from '../../iso-time'

function by({ caller }: CallContext<'organiser'>, reason: string | null = null): By {
  return { userId: caller.userId, reason }
}

/** The organiser's corrections, as calls. */
export const corrections = {
  signInLink: async ({ user_id }, context) => ({ link: await makeSignInLink(context.game, by(context), user_id) }),
  blockPerson: async ({ user_id, reason }, context) => {
    await blockPerson(context.game, by(context, reason), user_id)
    return {}
  },
  unblockPerson: async ({ user_id, reason }, context) => {
    await unblockPerson(context.game, by(context, reason), user_id)
    return {}
  },
  renameTeam: async ({ team_id, team_name, reason }, context) => {
    await renameTeam(context.game, by(context, reason), team_id, team_name)
    return {}
  },
  hideTeam: async ({ team_id, reason }, context) => {
    await hideTeam(context.game, by(context, reason), team_id)
    return {}
  },
  showTeam: async ({ team_id, reason }, context) => {
    await showTeam(context.game, by(context, reason), team_id)
    return {}
  },
  makeCaptain: async ({ team_id, player_id, reason }, context) => {
    await makeCaptain(context.game, by(context, reason), team_id, player_id)
    return {}
  },
  attachTag: async ({ team_id, nfc_id }, context) => {
    await attachTag(context.game, by(context), team_id, nfc_id)
    return {}
  },
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
} satisfies {
  signInLink: Handler<'signInLink'>
  blockPerson: Handler<'blockPerson'>
  unblockPerson: Handler<'unblockPerson'>
  renameTeam: Handler<'renameTeam'>
  hideTeam: Handler<'hideTeam'>
  showTeam: Handler<'showTeam'>
  makeCaptain: Handler<'makeCaptain'>
  attachTag: Handler<'attachTag'>
  freeze: Handler<'freeze'>
  reveal: Handler<'reveal'>
  closeResults: Handler<'closeResults'>
  reopenResults: Handler<'reopenResults'>
  announce: Handler<'announce'>
}
