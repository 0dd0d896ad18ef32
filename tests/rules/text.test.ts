import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { beginningOf, isBounded, plainMobile, plainName, plainText } from '#rules/text'

const pasted = fc
  .array(
    fc.oneof(
      fc.constantFrom(...'09 +-()\t\n\0\u200B\u200E\u202A\u2069\uFEFF\uFE0F\u00AD–−\u00A0٣９'),
      fc.string({ unit: 'binary', maxLength: 2 }),
    ),
  )
  .map((parts) => parts.join(''))

describe('fault 83: a bounded text', () => {
  test('fault 83: has at most four times its limit, and at least 256 UTF-16 units', () => {
    expect([isBounded('a'.repeat(256), 2), isBounded('a'.repeat(257), 2)]).toEqual([true, false])
    expect([isBounded('č'.repeat(400), 100), isBounded('č'.repeat(401), 100)]).toEqual([
      true,
      false,
    ])
    expect([isBounded('👾'.repeat(200), 100), isBounded('👾'.repeat(201), 100)]).toEqual([
      true,
      false,
    ])
  })

  test.each([
    ['marks', '\u0301'],
    ['marks and joiners', '\u0301\u200D'],
    ['marks and NULs', '\u0301\0'],
    ['halfwidth marks', '\uFF9E'],
    ['marks and soft hyphens', '\u0316\u00AD'],
    ['marks of music', '\u{1D165}'],
  ])('fault 83: has at most eight %s on a letter, anywhere', (_what, mark) => {
    const [eight, nine] = [`a${mark.repeat(8)}`, `a${mark.repeat(9)}`]
    const marks = (text: string) =>
      [...text.normalize('NFKC')].filter((letter) => /\p{M}/u.test(letter)).length
    expect([isBounded(`Ana ${eight} ${eight}`, 40), marks(eight) >= 7]).toEqual([true, true])
    expect([isBounded(nine, 40), isBounded(`Ana ${nine} Ana`, 40)]).toEqual([false, false])
  })

  test('fault 83: counts a letter that expands into several as several', () => {
    expect([isBounded('\uFDFA'.repeat(14), 40), isBounded('\uFDFA'.repeat(15), 40)]).toEqual([
      true,
      false,
    ])
    expect([isBounded('\uFDFA'.repeat(40), 200), isBounded('\uFDFA'.repeat(100), 200)]).toEqual([
      true,
      false,
    ])
  })

  test('fault 83: is any text that people type, in any script', () => {
    const typed = [
      'Ž\u030Cak\u0301',
      'Nguyễn Thị Ánh',
      'ស្រី្ត',
      'ที่นี่',
      'שָׁלוֹם',
      'مُحَمَّد',
      '👩\u200D👩\u200D👧\u200D👦❤️🏴\u{E0067}\u{E0062}\u{E007F}',
    ]
    expect(typed.filter((text) => !isBounded(text, 60))).toEqual([])
  })

  test('fault 83: never has thirty marks in a row after normalisation, whichever letter is repeated', () => {
    const STACK = /\p{M}{30}/u
    let longest = 0
    for (let code = 0x300; code <= 0x10ffff; code++) {
      const letter = String.fromCodePoint(code)
      longest = Math.max(longest, letter.normalize('NFKC').length / letter.length)
      if (!/\p{M}/u.test(letter.normalize('NFKD'))) continue
      const text = `a${letter.repeat(40)}`
      if (!STACK.test(plainName(text).normalize('NFKD'))) continue
      expect.soft(isBounded(text, 40), code.toString(16)).toBe(false)
    }
    expect(longest).toBe(18)
  })

  test('fault 83: the shortened beginning of a text that is not bounded is not bounded either', () => {
    for (const text of ['a'.repeat(300), `a${'\u0301'.repeat(300)}`]) {
      expect([isBounded(beginningOf(text), 1_000), beginningOf(text).length < 60]).toEqual([
        false,
        true,
      ])
    }
  })
})

describe('fault 82: text that people paste', () => {
  test.each([
    ['a contact of an iPhone', '\u202A091 234 5678\u202C'],
    ['invisible marks', '\uFEFF\u200E0\uFE0E91\u200B 234 5678\u200E'],
    ['no-break and thin spaces, tabs and line breaks', '091\u00A0234\t5678\r\n'],
    ['full-width digits', '０９１　２３４　５６７８'],
    ['an address in capitals', 'TEL: 091 234 5678'],
    ['an abbreviation', 'Mob. 091 234 5678'],
    ['an apostrophe of a spreadsheet', "'091 234 5678"],
    ['a typographic apostrophe and an address', '’tel:091 234 5678'],
  ])('a number with %s is read as the plain number', (_what, typed) => {
    expect(plainMobile(typed)).toBe('091 234 5678')
  })

  test.each([
    ['(+385) 91 234 5678', '+385 91 234 5678'],
    ['tel:＋385‑91–234—5678', '+385-91-234-5678'],
    ['\u202A(+385)\u202C 91\u2212234', '+385 91-234'],
  ])('a number with a country code in brackets, or with any dash, is read: %j', (typed, plain) => {
    expect(plainMobile(typed)).toBe(plain)
  })

  test.each([
    ['ids', 'tim-0001\u200B', 'tim-0001'],
    ['ids with NULs at the end', 'tim-0001\0\0 \n', 'tim-0001'],
    ['ids with a dash of a keyboard', ' tim–0001', 'tim-0001'],
    ['codes', '１２３ ４５６', '123 456'],
    ['e-mails', '\u200Eiva＠example.hr ', 'iva@example.hr'],
    ['searches', '\u2066Plavi\u00A0Vukovi\u2069', 'Plavi Vukovi'],
  ])('%s lose invisible characters and have plain digits and dashes', (_what, typed, plain) => {
    expect(plainText(typed)).toBe(plain)
  })

  test('the digits of every numbering system become 0 to 9', () => {
    const systems = Intl.supportedValuesOf('numberingSystem').map((numberingSystem) =>
      new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(1_234_567_890),
    )
    const digits = systems.filter((text) => /^\p{Nd}+$/u.test(text))
    expect(digits.length).toBeGreaterThan(50)
    expect(new Set(digits.map(plainText))).toEqual(new Set(['1234567890']))
  })

  test('a plain text stays unchanged, and no invisible character remains in any text', () => {
    fc.assert(
      fc.property(pasted, (typed) => {
        for (const plain of [plainText, plainName, plainMobile])
          expect(plain(plain(typed))).toBe(plain(typed))
        expect(plainText(typed)).not.toMatch(
          /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]|^\s|\s$|[^\P{Nd}0-9]|[^\S ]/u,
        )
        expect(plainText(`\u202A${typed}\u200B\0`)).toBe(plainText(typed))
      }),
      { numRuns: 2_000 },
    )
  })

  test('the time for a megabyte of spaces grows only linearly', () => {
    const start = performance.now()
    for (const plain of [plainText, plainName, plainMobile]) plain(`č${' \0'.repeat(500_000)}č`)
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})
