import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseKey, uniqueNickname } from '#rules/account'
import { CODE_LIFETIME_MS, CODE_MAX_WRONG_TRIES, LINK_LIFETIME_MS, SESSION_LIFETIME_MS } from '#rules/sign-in'

describe('the key by which e-mail addresses and nicknames are compared', () => {
  test.each([
    ['Ana@Example.HR', 'ana@example.hr'],
    ['ŽABAC', 'žabac'],
    ['  iva ', 'iva'],
    ['ＩＶＡ', 'iva'],
    ['Straße', 'STRASSE'],
    ['Straße', 'STRAẞE'],
    ['C\u030Cvor', 'čvor'],
  ])('%s and %s are the same', (one, other) => {
    expect(caseKey(one)).toBe(caseKey(other))
  })

  test('nicknames that differ in diacritics are different', () => {
    expect(caseKey('zabac')).not.toBe(caseKey('žabac'))
  })

  test('the key of a key is the key itself', () => {
    const character = fc.oneof(fc.constantFrom(...'aAčČßẞİΣς '), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }))
    fc.assert(
      fc.property(fc.array(character), (parts) => {
        const key = caseKey(parts.join(''))
        expect(caseKey(key)).toBe(key)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('rule 19: the key of which only one nickname may be in use', () => {
  test.each([
    ['organa', 'ORGАNА'],
    ['Ali1|', 'aIiIl'],
    ['bob0', 'B0bo'],
    ['č', 'Č'],
  ])('is the same for %s and %s', (one, other) => {
    expect(uniqueNickname(one)).toBe(uniqueNickname(other))
  })

  test.each([
    ['zabac', 'žabac'],
    ['duka', 'đuka'],
    ['ana marija', 'anamarija'],
    ['ana1', 'ana2'],
  ])('is another for %s and %s', (one, other) => {
    expect(uniqueNickname(one)).not.toBe(uniqueNickname(other))
  })

  test('is the same for every spelling that e-mails do not tell apart', () => {
    const spelling = fc.array(
      fc.oneof(fc.constantFrom(...'aAčČßẞİΣςđĐIl1|O0 іІ\u200B'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
    )
    fc.assert(
      fc.property(spelling, (parts) => {
        const nickname = parts.join('')
        expect(uniqueNickname(caseKey(nickname))).toBe(uniqueNickname(nickname))
        expect(uniqueNickname(uniqueNickname(nickname))).toBe(uniqueNickname(nickname))
      }),
    )
  })
})

describe('the lifetimes of sign-ins', () => {
  test('are 10 minutes and 5 wrong tries for a code, 24 hours for a link, 30 days for a session', () => {
    expect(CODE_LIFETIME_MS).toBe(10 * 60_000)
    expect(CODE_MAX_WRONG_TRIES).toBe(5)
    expect(LINK_LIFETIME_MS).toBe(24 * 3_600_000)
    expect(SESSION_LIFETIME_MS).toBe(30 * 24 * 3_600_000)
  })
})

test('nicknames that differ only in invisible characters are the same, and those that differ in spaces are not', () => {
  expect(caseKey('an\u200Ba')).toBe(caseKey('Ana'))
  expect(caseKey('ana marija')).not.toBe(caseKey('anamarija'))
})
