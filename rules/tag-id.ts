/** What ids of tags are made of: no vowels, so that no word comes up, and nothing that looks or sounds like something else. */
export const TAG_ID_ALPHABET = '23456789bcdfghjkmnpqrstvwxyz'

/** 86 random bits. */
export const TAG_ID_LENGTH = 18

const GROUPS = /.{3}(?=.)/g
const MADE = new RegExp(`^[${TAG_ID_ALPHABET}]{${TAG_ID_LENGTH}}$`)
const ANY_TAG = /^[\w-]{1,64}$/
/** Keyboards turn a hyphen into one of these. */
const DASHES = /[\u2010-\u2015\u2212]/g

/** The id in groups of three, as it is shown for people to type: `k7m 2pq 9xv 4bt hn8 w3z`; an organiser's own id as it is. */
export function groupTagId(nfcId: string): string {
  return MADE.test(nfcId) ? nfcId.replace(GROUPS, '$& ') : nfcId
}

/**
 * The tag's id that a person typed, or null where it can be none. An id of the printed sheets is understood in groups, with
 * hyphens and in upper case; an organiser's own id, such as `tim-0001`, is whatever they wrote and only trimmed, because ids
 * that differ in case alone may both exist. No letter is read as another one: what could be mistaken stands in no printed id.
 */
export function parseTypedTagId(typed: string): string | null {
  const text = typed.normalize('NFKC').replace(DASHES, '-').trim()
  const made = text.replace(/[\s-]/g, '').toLowerCase()
  if (MADE.test(made)) return made
  return ANY_TAG.test(text) ? text : null
}
