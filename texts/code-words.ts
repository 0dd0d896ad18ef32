import { errorTexts } from './errors'
import { organiserTexts } from './organiser'

/** What a code in a column of exports and of a person's data says in words, by the column. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: organiserTexts.kinds,
  code: errorTexts,
  what: { ...organiserTexts.kinds, ...organiserTexts.actions },
}

/** The words for a code; itself where a newer server sends one that this version does not know. */
export const wordsFor = (column: string, value: string): string => WORDS[column]?.[value] ?? value
