import { randomUUID } from 'node:crypto'
import { type CallName, definitionOf } from '#contract/calls'
import type { Cast } from '../support/cast'
import { exampleOf } from '../support/examples'
import { newProfile } from '../support/people'
import { VECTOR } from '../support/vouchers'

/**
 * Cases for the tests that make every call as everybody: the ids that a call can name, by field and
 * then by owner.
 */
export const TARGETS = {
  team_id: {
    ours: (cast: Cast) => cast.team.ours,
    theirs: (cast: Cast) => cast.team.theirs,
    'nobody’s': (cast: Cast) => cast.team['nobody’s'],
  },
  player_id: {
    'our captain': (cast: Cast) => cast.user.captain,
    'our member': (cast: Cast) => cast.user.member,
    'our applicant': (cast: Cast) => cast.user.applicant,
    'their captain': (cast: Cast) => cast.user['other captain'],
    'a stranger': (cast: Cast) => cast.user.stranger,
  },
  award_id: {
    'booth A’s': (cast: Cast) => cast.award['booth A’s'],
    'nobody’s': (cast: Cast) => cast.award['nobody’s'],
  },
  nfc_id: {
    unclaimed: (cast: Cast) => cast.tag.unclaimed,
    'our team’s': (cast: Cast) => cast.tag.ours,
    'their team’s': (cast: Cast) => cast.tag.theirs,
    'booth A’s': (cast: Cast) => cast.tag['booth A’s'],
    'booth B’s': (cast: Cast) => cast.tag['booth B’s'],
    'a bonus': (cast: Cast) => cast.tag.bonus,
    unknown: (cast: Cast) => cast.tag.unknown,
  },
  id: { 'our captain’s': (cast: Cast) => cast.user.captain },
  user_id: {
    'our captain’s': (cast: Cast) => cast.user.captain,
    'booth A’s': (cast: Cast) => cast.user['staff of booth A'],
    'the organiser’s': (cast: Cast) => cast.user.organiser,
    'nobody’s': (cast: Cast) => cast.team['nobody’s'],
  },
  team_name: {
    ours: (cast: Cast) => cast.teamName.ours,
    theirs: (cast: Cast) => cast.teamName.theirs,
  },
} as const
type Field = keyof typeof TARGETS

/** Fields that name no owner but need a particular value. */
const VALUES: Readonly<Record<string, (name: CallName) => unknown>> = {
  user_data: () => newProfile(),
  mtp: (name) => (name === 'signOut' ? 'logout' : '123456'),
  point_type: () => 'pobjeda',
  // Not the emblem that a cast's team has without choosing one.
  emblem: () => 7,
  adjustment_id: () => randomUUID(),
  until: () => new Date().toISOString(),
  public_key: () => VECTOR.publicKey,
  event: () => ({}),
  what: (name) => (name === 'table' ? 'awards' : 'tag'),
  count: () => 1,
  token: () => 'a'.repeat(40),
}

/** Optional fields that are left out here. Other tests cover accounts and booths in such fields. */
const LEFT_OUT = new Set([
  'nfc_type',
  'queued_ms',
  'user_id',
  'vendor_id',
  'version',
  'dry_run',
  'confirm',
  'limit',
  'before',
  'only_new',
  'after',
  'invite_token',
  'picc',
  'cmac',
])
/** The field that distinguishes the targets of calls that have several such fields. */
const MAIN_FIELD: Partial<Record<CallName, Field>> = {
  createTeam: 'nfc_id',
  awardPoints: 'team_id',
  makeCaptain: 'player_id',
  attachTag: 'nfc_id',
  moveAward: 'award_id',
}
/** In an organiser's calls, `user_id` is the person concerned and not the caller. */
export const isAbout = (name: CallName) => definitionOf(name).who === 'organiser'

interface Case {
  readonly target: string
  readonly input: (cast: Cast) => object
}

/** The possible targets of a call, derived from its input in the contract. */
export function casesOf(name: CallName): readonly Case[] {
  if (name === 'awardMany') {
    const one = (cast: Cast, team_id: string) => ({
      awards: [{ team_id, point_type: 'pobjeda', award_id: cast.award['nobody’s'] }],
    })
    return Object.entries(TARGETS.team_id).map(([target, idOf]) => ({
      target,
      input: (cast) => one(cast, idOf(cast)),
    }))
  }
  const { entries } = definitionOf(name).input
  const fields = Object.keys(entries).filter(
    (field) => !LEFT_OUT.has(field) || (field === 'user_id' && isAbout(name)),
  )
  const named = fields.filter((field): field is Field => field in TARGETS)
  const plain = fields.filter((field) => !(field in TARGETS))
  const values = (cast: Cast) => ({
    ...Object.fromEntries(
      plain.map((field) => [field, VALUES[field]?.(name) ?? exampleOf(entries[field])]),
    ),
    ...(name === 'createTeam' || name === 'renameTeam'
      ? { team_name: `Novi ${randomUUID().slice(0, 8)}` }
      : {}),
    ...(name === 'makeCaptain' || name === 'attachTag' || name === 'moveAward'
      ? { team_id: cast.team.ours }
      : {}),
    ...(name === 'applyEvent' || name === 'removeEntry' ? { version: 'stara' } : {}),
    ...(name === 'makeTags' ? { nfc_type: 'bonus' } : {}),
    ...(name === 'awardPoints' ? { award_id: cast.award['nobody’s'] } : {}),
  })
  const main = MAIN_FIELD[name] ?? named[0]
  if (main === undefined) return [{ target: '-', input: values }]
  return Object.entries(TARGETS[main]).map(([target, idOf]) => ({
    target,
    input: (cast) => ({ ...values(cast), [main]: idOf(cast) }),
  }))
}
