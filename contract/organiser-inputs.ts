import * as v from 'valibot'
import { messageTo } from './entities'
import { fault } from './faults'
import * as field from './fields'
import type { organiserCalls } from './organiser-calls'

const byPerson = v.object({ user_id: field.id, reason: field.reason })
const byTeam = v.object({ team_id: field.id, reason: field.reason })
const nothing = v.object({})

/** The input of each of the organiser's calls. */
export const organiserInputs = {
  overview: nothing,
  find: v.object({ query: field.searchText }),
  /** `before`: the award that the last page ended with. */
  organiserTeam: v.object({ team_id: field.id, before: v.optional(field.id) }),
  signInLink: v.object({ user_id: field.id }),
  blockPerson: byPerson,
  unblockPerson: byPerson,
  voidAnyAward: v.object({ award_id: field.uuid, reason: field.reason }),
  adjustPoints: v.object({
    team_id: field.id,
    points: field.adjustment,
    reason: field.reason,
    adjustment_id: v.pipe(field.id, v.toLowerCase()),
  }),
  renameTeam: v.object({ team_id: field.id, team_name: field.teamName, reason: field.reason }),
  hideTeam: byTeam,
  showTeam: byTeam,
  makeCaptain: v.object({ team_id: field.id, player_id: field.id, reason: field.reason }),
  attachTag: v.object({ team_id: field.id, nfc_id: field.id }),
  freeze: nothing,
  reveal: nothing,
  /** The handler refuses a text that is too long, with a code of its own. */
  announce: v.object({ text: field.announcement, to: v.picklist(messageTo.options, fault('invalid')) }),
  audit: v.object({ before: v.optional(field.id) }),
} as const satisfies Record<keyof typeof organiserCalls, v.ObjectSchema<v.ObjectEntries, undefined>>
