import { describe, expect, test } from 'vitest'
import { RULE_CODES, TRANSPORT_STATUS } from '#contract/codes'
import { FIELD_FAULTS } from '#contract/faults'
import { errorTexts } from '#texts/errors'
import { fieldTexts } from '#texts/fields'

const CODES = [...RULE_CODES, ...Object.keys(TRANSPORT_STATUS)]

/** One or two sentences for a toast: capitalised, ending with a full stop, without an exclamation mark. */
const SENTENCE = /^\p{Lu}[^!]*\.$/u

describe('the messages for them', () => {
  test.each(CODES)('%s has a message that suits a toast', (code) => {
    const texts: Readonly<Record<string, string>> = errorTexts
    expect(texts[code]).toMatch(SENTENCE)
    expect(texts[code]?.length).toBeLessThanOrEqual(90)
  })

  test('no two codes have the same message', () => {
    const texts = Object.values(errorTexts)
    expect(new Set(texts).size).toBe(texts.length)
  })

  test.each(FIELD_FAULTS)('the field error "%s" has a message', (fault) => {
    expect(fieldTexts[fault]).toMatch(SENTENCE)
  })
})
