/** Separators that people type, or that their keyboards put in place of a hyphen. */
const SEPARATORS = /[\s\-‐‑‒–—−]+/u
const LONGEST_GROUP = 6
/** 80 random bits, five to a character. */
const GENERATED_LENGTH = 16
/** The alphabet of generated ids, in which nothing can be taken for something else. */
const GENERATED = /^[0-9a-hjkmnp-tv-z]+$/

/**
 * The tag's id that a typed code means. A generated id is printed in short groups, which are no part of it, and its letters
 * are read as the digits they look like. An id that an organiser chose keeps its hyphens. Ids are lower case.
 */
export function typedTagId(typed: string): string {
  const groups = typed
    .toLowerCase()
    .split(SEPARATORS)
    .filter((group) => group !== '')
  const joined = groups.join('').replaceAll('o', '0').replaceAll(/[il]/g, '1')
  const inShortGroups = groups.length === 1 || groups.every((group) => group.length <= LONGEST_GROUP)
  // A word without a digit is a name that somebody chose.
  const generated = joined.length >= GENERATED_LENGTH && GENERATED.test(joined) && /\d/.test(typed)
  if (inShortGroups && generated) return joined
  return groups.join('-')
}
