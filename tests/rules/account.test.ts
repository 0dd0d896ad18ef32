import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { caseKey, uniqueNicknameKey } from '#rules/account'

describe('the key by which e-mail addresses and nicknames are compared', () => {
  test.each([
    ['Ana@Example.HR', 'ana@example.hr'],
    ['  ＩＶＡ ', 'iva'],
    ['Straße', 'STRASSE'],
    ['Straße', 'STRAẞE'],
    ['C\u030Cvor', 'čvor'],
    ['an\u200Ba', 'Ana'],
  ])('%s and %s are the same', (one, other) => {
    expect(caseKey(one)).toBe(caseKey(other))
  })

  test.each([
    ['zabac', 'žabac'],
    ['ana marija', 'anamarija'],
  ])('%s and %s are different', (one, other) => {
    expect(caseKey(one)).not.toBe(caseKey(other))
  })
})

describe('rule 19: the key by which nicknames must be unique', () => {
  test.each([
    ['organa', 'ORGАNА'],
    ['Ali1|', 'aIiIl'],
    ['bob0', 'B0bo'],
    ['č', 'Č'],
    ['Đurđica', 'Ðurđica'],
  ])('is the same for %s and %s', (one, other) => {
    expect(uniqueNicknameKey(one)).toBe(uniqueNicknameKey(other))
  })

  test.each([
    ["o'hara", 'O’Hara'],
    ['d´arc', 'D`Arc'],
    ['"neo"', '„Neo”'],
    ['ana-marija', 'Ana–Marija'],
    ['ana', 'Ana.'],
    ['ana', 'Ana, '],
    ['ana marija', 'Ana\u00A0 Marija'],
    ['đuka', 'Đuka.'],
  ])('is the same for punctuation that looks the same: %s and %s', (one, other) => {
    expect(uniqueNicknameKey(one)).toBe(uniqueNicknameKey(other))
  })

  test.each([
    ['zabac', 'žabac'],
    ['duka', 'đuka'],
    ['Duro', 'Ðuro'],
    ['ana marija', 'anamarija'],
    ['ana1', 'ana2'],
  ])('is different for %s and %s', (one, other) => {
    expect(uniqueNicknameKey(one)).not.toBe(uniqueNicknameKey(other))
  })

  test('is the same for every spelling that e-mails do not distinguish', () => {
    const spelling = fc.array(
      fc.oneof(
        fc.constantFrom(...'aAčČßẞİΣςđĐIl1|O0 іІ\u200B.,´’\'"„–-˝'),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(spelling, (parts) => {
        const nickname = parts.join('')
        expect(uniqueNicknameKey(caseKey(nickname))).toBe(uniqueNicknameKey(nickname))
        expect(uniqueNicknameKey(uniqueNicknameKey(nickname))).toBe(uniqueNicknameKey(nickname))
      }),
    )
  })
})
