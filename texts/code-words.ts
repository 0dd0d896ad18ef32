import { errorTexts } from './errors'
import { organiserTexts } from './organiser'

/** Words for codes in exports and personal data, by column. */
const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  kind: organiserTexts.kinds,
  code: errorTexts,
  sent_to: organiserTexts.toNames,
  state: {
    sending: 'šalje se',
    sent: 'poslano',
    failed: 'nije poslano',
    unknown: 'možda nije stiglo',
  },
  what: { ...organiserTexts.kinds, ...organiserTexts.actions },
}

/** Returns a code's words, or the code itself if a newer server sends an unknown one. */
export const wordsFor = (column: string, value: string): string => WORDS[column]?.[value] ?? value
