import { describe, expect, test } from 'vitest'
import { REFUSED_FOR_GOOD, RULE_CODES, TRANSPORT_STATUS } from '#contract/codes'
import { FIELD_FAULTS } from '#contract/faults'
import { errorTexts, fieldTexts, UNEXPECTED_ERROR } from '#texts/errors'

const CODES = [...RULE_CODES, ...Object.keys(TRANSPORT_STATUS)]

describe('the codes of the API', () => {
  test('the codes are those of the API reference, each once', () => {
    const promised = `NOT_AUTHENTICATED, OTHER_ACCOUNT, FORBIDDEN, INVALID_INPUT, UNKNOWN_ACTION, ALREADY_REGISTERED,
      INVALID_CODE, TOO_MANY_ATTEMPTS, TEAM_NOT_FOUND, PLAYER_NOT_FOUND, TAG_NOT_FOUND, TAG_TAKEN, TAG_WRONG_TYPE,
      TEAM_NAME_TAKEN, TEAM_NAME_MISMATCH, TEAM_FULL, ALREADY_IN_TEAM, NOT_IN_TEAM, NOT_CAPTAIN, INVITE_NOT_FOUND,
      INVITE_EXISTS, POINT_TYPE_NOT_ALLOWED, COOLDOWN, AWARD_CONFLICT, AWARD_TOO_OLD, AWARD_NOT_FOUND, VOID_TOO_LATE,
      EVENT_CLOSED, CLIENT_TOO_OLD, BLOCKED, MESSAGE_TOO_LONG, USER_NOT_FOUND, KEPT_FOR_ORGANISER`.split(/[,\s]+/)
    expect([...RULE_CODES].sort()).toEqual(promised.sort())
    expect(new Set(CODES).size).toBe(CODES.length)
  })

  test('each code for a malformed call has its HTTP status', () => {
    expect(TRANSPORT_STATUS).toEqual({
      MALFORMED: 400,
      FORBIDDEN_ORIGIN: 403,
      NOT_FOUND: 404,
      METHOD_NOT_ALLOWED: 405,
      TOO_LARGE: 413,
      UNSUPPORTED_TYPE: 415,
      TOO_MANY_REQUESTS: 429,
      INTERNAL: 500,
      UNAVAILABLE: 503,
    })
  })

  test('exactly these codes refuse an award for good; after any other it is kept and tried again', () => {
    expect([...REFUSED_FOR_GOOD].sort()).toEqual(
      [
        'FORBIDDEN',
        'INVALID_INPUT',
        'POINT_TYPE_NOT_ALLOWED',
        'TEAM_NOT_FOUND',
        'COOLDOWN',
        'AWARD_CONFLICT',
        'AWARD_TOO_OLD',
        'EVENT_CLOSED',
        'KEPT_FOR_ORGANISER',
      ].sort(),
    )
  })
})

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

  test('an error outside the API has the text of the specification', () => {
    expect(UNEXPECTED_ERROR).toBe('Došlo je do pogreške.')
  })
})
