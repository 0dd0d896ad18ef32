import * as v from 'valibot'
import { hasForbiddenCharacters, normaliseText, plainText } from '#rules/text'
import { issue } from './field-issues'
import { EMAIL_MAX, id, text, wholeNumber } from './fields'
import { shortText } from './form-fields'
import { KEEPABLE, TYPED_NAME_MAX } from './organiser-entities'

// In a file of their own, so that the screens of players and booths do not load them.

const REASON_MAX = 200

/** Why the organiser did something, for the audit trail. */
export const reason = shortText('reason', 1, REASON_MAX, normaliseText)

/** The id of any ledger entry: an award's UUID, or the id that an adjustment was sent with. */
export const ledgerId = v.pipe(id, v.toLowerCase())

/** Points of an adjustment (rule 14). */
export const adjustment = wholeNumber(/^-?\d{1,5}$/, -10_000, 10_000, 'points')

/** Search text for people and teams; empty lists the ranking. */
export const searchText = shortText('required', 0, EMAIL_MAX, plainText)

/** In characters. */
export const ANNOUNCEMENT_MAX = 280

/** A message of the organiser. It may have several lines. */
export const announcement = v.pipe(
  text(ANNOUNCEMENT_MAX, issue('required')),
  v.transform((typed) => normaliseText(typed.replaceAll('\r\n', '\n'))),
  v.minLength(1, issue('required')),
  v.check((typed) => !hasForbiddenCharacters(typed.replaceAll('\n', ' ')), issue('invalid')),
)

const TEAMS_MAX = 25
const ID_LENGTH = 128

/** Ids of teams, comma-separated. */
export const teamIds = v.pipe(
  text(TEAMS_MAX * (ID_LENGTH + 1), issue('required')),
  v.transform((list) => list.split(',').filter((id) => id !== '')),
  v.check((ids) => ids.length > 0 && ids.length <= TEAMS_MAX, issue('invalid')),
  v.check((ids) => ids.every((id) => id.length <= ID_LENGTH), issue('invalid')),
)

/** The game's name, typed to confirm something that cannot be undone. */
export const typedName = shortText('required', 1, TYPED_NAME_MAX, normaliseText)

const KEEP_MAX = 100
const keepable = v.picklist(KEEPABLE, issue('invalid'))

/** The parts that `reset` keeps, comma-separated; empty for none. */
export const keep = v.pipe(
  text(KEEP_MAX, issue('required')),
  v.transform((list) =>
    list.split(',').flatMap((name) => (name.trim() === '' ? [] : [name.trim()])),
  ),
  v.check((names) => names.every((name) => v.is(keepable, name)), issue('invalid')),
  v.transform((names) => KEEPABLE.filter((name) => names.includes(name))),
)
