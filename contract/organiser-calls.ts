import * as v from 'valibot'
import type { Definition } from './calls'
import { award, instant } from './entities'
import * as entity from './organiser-entities'

const nothing = v.object({})
const organiser = { action: 'organiser', who: 'organiser' } as const

/** The organiser's calls. Apart from `calls`, because the page loads them for organisers only. */
export const organiserCalls = {
  overview: { ...organiser, option: 'overview', effect: 'read', output: entity.overview },
  find: {
    ...organiser,
    option: 'find',
    effect: 'read',
    output: v.object({ people: entity.rowsOf(entity.foundPerson), teams: entity.rowsOf(entity.foundTeam) }),
  },
  organiserTeam: { ...organiser, option: 'team', effect: 'read', output: entity.organiserTeam },
  signInLink: { ...organiser, option: 'sign_in_link', effect: 'change', output: v.object({ link: v.string() }) },
  blockPerson: { ...organiser, option: 'block', effect: 'change', output: nothing },
  unblockPerson: { ...organiser, option: 'unblock', effect: 'change', output: nothing },
  voidAnyAward: { ...organiser, option: 'void_award', effect: 'change', output: v.object({ award }) },
  adjustPoints: { ...organiser, option: 'adjust', effect: 'change', output: v.object({ award }) },
  renameTeam: { ...organiser, option: 'rename_team', effect: 'change', output: nothing },
  hideTeam: { ...organiser, option: 'hide_team', effect: 'change', output: nothing },
  showTeam: { ...organiser, option: 'show_team', effect: 'change', output: nothing },
  makeCaptain: { ...organiser, option: 'make_captain', effect: 'change', output: nothing },
  attachTag: { ...organiser, option: 'attach_tag', effect: 'change', output: nothing },
  freeze: { ...organiser, option: 'freeze', effect: 'change', output: v.object({ frozen_at: v.nullable(instant) }) },
  reveal: { ...organiser, option: 'reveal', effect: 'change', output: v.object({ frozen_at: v.nullable(instant) }) },
  announce: { ...organiser, option: 'announce', effect: 'change', output: v.object({ message_id: v.string() }) },
  audit: { ...organiser, option: 'audit', effect: 'read', output: v.object({ entries: entity.rowsOf(entity.auditEntry) }) },
} as const satisfies Record<string, Definition>
