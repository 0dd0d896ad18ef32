import { hasForbiddenCharacters } from './text'

/**
 * Each entry matches the scripts that one word may mix. A script whose letters look like another
 * script's has its own entry. All scripts without an entry count as one script.
 */
const WRITTEN_TOGETHER = [
  /\p{scx=Latin}/u,
  /\p{scx=Cyrillic}/u,
  /\p{scx=Greek}/u,
  /\p{scx=Armenian}/u,
  /\p{scx=Georgian}/u,
  /\p{scx=Hebrew}/u,
  /\p{scx=Arabic}/u,
  /\p{scx=Cherokee}/u,
  /\p{scx=Coptic}/u,
  /\p{scx=Lisu}/u,
  // Japanese, Chinese and Korean words mix these scripts
  // (https://www.unicode.org/reports/tr39/#def_augmented_script_set).
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]/u,
  /[\p{scx=Han}\p{scx=Bopomofo}]/u,
  /[\p{scx=Han}\p{scx=Hangul}]/u,
] as const

const WORDS = /[\p{L}\p{M}\p{N}]+/gu
/** Letters that every script uses, such as the modifier ʼ. */
const SHARED = /[\p{sc=Common}\p{sc=Inherited}]/u

function isOfOneScript(word: string): boolean {
  const letters = [...word].filter((letter) => /\p{L}/u.test(letter) && !SHARED.test(letter))
  if (WRITTEN_TOGETHER.some((script) => letters.every((letter) => script.test(letter)))) return true
  return letters.every((letter) => !WRITTEN_TOGETHER.some((script) => script.test(letter)))
}

/**
 * True if no word mixes scripts. Only names that imitate others do, such as "Сrveni" with a
 * Cyrillic С.
 */
function hasOneScriptPerWord(text: string): boolean {
  return (text.match(WORDS) ?? []).every(isOfOneScript)
}

/**
 * Three or more combining marks on a letter, which cover the lines above and below. Two are
 * allowed, because Vietnamese needs them.
 */
const STACKED_MARKS = /\p{M}{3}/u

/** Rule 3, and rule 19 for nicknames: no word of two scripts, no stacked marks, nothing that hides or reorders letters. */
export function isReadable(name: string): boolean {
  return (
    !hasForbiddenCharacters(name) &&
    hasOneScriptPerWord(name) &&
    !STACKED_MARKS.test(name.normalize('NFD'))
  )
}
