import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  parseTeamName,
  TEAM_NAME_MAX,
  TEAM_NAME_MIN,
  teamNameKey,
  uniqueTeamNameKey,
} from '#rules/team-name'
import { characterCount, hasForbiddenCharacters } from '#rules/text'

/** Characters with unusual case mappings or forms, and those that names fold or remove. */
const peculiar = fc.constantFrom(
  ...'.,。„”’´`«–—‑"\'˝…аВснрνΝσΣɑŁøčćžšđČĆŽŠĐßẞΣςσİıﬁﬃŉΩﾊ한  \u00A0\u3000\u200B\u200D\u2060\u0301\u0327!.',
  '👾',
  '👩‍🚀',
)
const letters = fc.constantFrom(...'abcXYZ 019')
const typedName = fc.array(
  fc.oneof(letters, peculiar, fc.string({ unit: 'binary', minLength: 1, maxLength: 1 })),
  {
    maxLength: 45,
  },
)
const anyText = typedName.map((parts) => parts.join(''))

describe('rule 3: the stored team name', () => {
  test.each([
    ['plain', 'Plavi Vukovi', 'Plavi Vukovi'],
    ['trimmed', '  Plavi Vukovi\t', 'Plavi Vukovi'],
    ['trimmed of exotic spaces', '\u3000Plavi\u00A0Vukovi\u2003', 'Plavi Vukovi'],
    ['normalised (NFKC)', 'Ｆｉｎｉ ﬁnale', 'Fini finale'],
    ['with composed letters', 'C\u030Cudni c\u030C', 'Čudni č'],
    ['words of different scripts', 'Црвени Đavoli Ω', 'Црвени Đavoli Ω'],
    ['a word of Japanese', '東京タワーの人', '東京タワーの人'],
    ['a word with an apostrophe that is a letter of every script', 'Oʼneil', 'Oʼneil'],
    ['a word with a modifier that belongs to no single script', 'Vuʹkovi', 'Vuʹkovi'],
    ['a word of a script without look-alikes', 'ทีมงาน', 'ทีมงาน'],
    ['letters with two marks', 'Việt Nẫm', 'Việt Nẫm'],
    ['without invisible characters', 'Pla\u200Dvi\u00AD Vuk\uFE0Fovi\u2800', 'Plavi Vukovi'],
    [
      'without the marks around a copied text',
      '\u202A\u2068Plavi Vukovi\u2069\u202C\0',
      'Plavi Vukovi',
    ],
    ['with the parts of an emoji', 'Tim 👩‍🚀 ❤️‍🔥 ❤️', 'Tim 👩‍🚀 ❤️‍🔥 ❤️'],
    ['letters, plain digits, dashes and signs', 'R2D2 — ٣ (β)', 'R2D2 - 3 (β)'],
    ['2 characters', 'ab', 'ab'],
    ['40 code points beyond the basic plane', '👾'.repeat(40), '👾'.repeat(40)],
  ])('%s', (_what, typed, stored) => {
    expect(parseTeamName(typed)).toBe(stored)
  })

  test.each<[string, string]>([
    ['only spaces', ' \u00A0\u3000 '],
    ['1 character after trimming', '  a  '],
    ['1 character of two UTF-16 units', '👾'],
    ['41 characters', 'a'.repeat(41)],
    ['41 characters after NFKC', `${'a'.repeat(38)}ﬃ`],
    ...['\t', '\n', '\0', '\u0085', '\u202E', '\u202A', '\u2066', '\u2028', '\u2029', '\uD83D'].map(
      (inside): [string, string] => {
        return ['a control, bidi or line character, or half of one', `Plavi ${inside} Vukovi`]
      },
    ),
    ...['\u200B\u200D\u2060', '\u2800\u2800', '\u3164\u3164', '\u0301\u0301\u0301'].map(
      (invisible): [string, string] => {
        return ['nothing that shows', invisible]
      },
    ),
    ['a Cyrillic letter in a Latin word', 'Сrveni Đavoli'],
    ['a Latin letter in a Cyrillic word', 'Црвeни'],
    ['a Greek letter in a Latin word', 'Vukοvi'],
    ['a Thai letter in a Latin word', 'Vukที'],
    ['a Cyrillic letter followed by an invisible character', 'С\u200Brveni'],
    ['a Cherokee letter in a Latin word', 'Ꭺlfa'],
    ['a letter of an unlisted script in a Latin word', 'Vukоⲟvi'],
    ['three marks on a letter', 'Vu\u0316\u0316\u0316kovi'],
    ['a composed letter with two marks more', 'Č\u0316\u0317upci'],
  ])('is refused: %s', (_what, typed) => {
    expect(parseTeamName(typed)).toBeNull()
  })

  test('a stored name obeys the rule and is unchanged when it is normalised again', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const name = parseTeamName(typed)
        if (name === null) return
        expect(characterCount(name)).toBeGreaterThanOrEqual(TEAM_NAME_MIN)
        expect(characterCount(name)).toBeLessThanOrEqual(TEAM_NAME_MAX)
        expect(name).toBe(name.trim().normalize('NFKC'))
        expect(hasForbiddenCharacters(name)).toBe(false)
        expect(parseTeamName(name)).toBe(name)
      }),
      { numRuns: 1_000 },
    )
  })
})

describe('rule 3: names that count as the same', () => {
  test.each<[string, string, string]>([
    ['case and diacritics', 'Čvrsti Žabci', 'cVRSTI zABCI'],
    ['č and ć', 'Ždrač', 'Ždrać'],
    ['đ, which counts as d', 'Đavoli', 'davoli'],
    ['kinds of spaces', 'Plavi Vukovi', 'Plavi\u00A0\u200BVukovi'],
    ['composition of letters', 'Č\u017Eupci', 'C\u030Cz\u030Cupci'],
    ['full-width letters', 'ＡＢＣ', 'abc'],
    ...['\u200D', '\u3164', '\u00AD'].map((hidden): [string, string, string] => [
      'invisible characters',
      `Pla${hidden}vi`,
      'Plavi',
    ]),
    ['ß and ss', 'Straße', 'STRASSE'],
    ['ß and its capital', 'Straße', 'STRAẞE'],
    ['sigma at the end and inside', 'ΑΣ Α', 'ΑΣΑ'],
  ])('names that differ only in %s are the same', (_what, one, other) => {
    expect(teamNameKey(one)).toBe(teamNameKey(other))
  })

  test.each([
    ['Crveni', 'Сгvеnі'],
    ['MAX', 'МАХ'],
    ['TOP', 'ΤΟΡ'],
    ['vuk', 'ᴠuk'],
    ['Ваза', 'Bаза'],
    ['ФЛОП', 'ΦΛΟΠ'],
    ['Łoš', 'Los'],
  ])('%s and %s look alike and are the same', (one, other) => {
    expect(teamNameKey(one)).toBe(teamNameKey(other))
  })

  test.each([
    ['Црвени', 'Crveni'],
    ['Жабе', 'Zabe'],
    ['Ωmega', 'Omega'],
  ])('%s and %s do not look alike and are different', (one, other) => {
    expect(teamNameKey(one)).not.toBe(teamNameKey(other))
  })

  test.each([
    [...`'’‘ʼ´\`′‚‹›ʹʻ＇`].map((mark) => `Luka${mark}s`),
    [
      'Rock "n" Roll',
      'Rock „n” Roll',
      'Rock “n” Roll',
      'Rock «n» Roll',
      'Rock »n« Roll',
      "Rock ''n'' Roll",
      'Rock ″n″ Roll',
      'Rock ˝n˝ Roll',
    ],
    [
      'Zmajevi - Beta',
      'Zmajevi – Beta',
      'Zmajevi—Beta',
      'Zmajevi−Beta',
      'Zmajevi -- Beta',
      'Zmajevi‑Beta',
    ],
    ['Angels', 'Angels.', 'Angels,', 'Angels. ', 'Angels .', 'ANGELS…', 'Angels。'],
    ['Tri... dva', 'Tri… dva'],
  ])('rule 19: %s is the same name with any punctuation that looks alike', (...names) => {
    expect([...new Set(names.map(uniqueTeamNameKey))]).toEqual([uniqueTeamNameKey(names[0] ?? '')])
    expect([...new Set(names.map((name) => teamNameKey(parseTeamName(name) ?? '')))]).toEqual([
      teamNameKey(names[0] ?? ''),
    ])
  })

  test.each([
    ["Luka's", 'Lukas'],
    ["Rock 'n' Roll", 'Rock "n" Roll'],
    ['Zmajevi-Beta', 'Zmajevi Beta'],
    ['.Angels', 'Angels'],
    ['a.b', 'a,b'],
    ['...', ',,,'],
    ['Što?', 'Što'],
  ])('rule 19: %s and %s are different names', (one, other) => {
    expect(uniqueTeamNameKey(one)).not.toBe(uniqueTeamNameKey(other))
  })

  test('the key of a key is the key itself', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        expect(teamNameKey(teamNameKey(typed))).toBe(teamNameKey(typed))
      }),
      { numRuns: 2_000 },
    )
  })

  test('a stored name has the same key as the name that was typed', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const name = parseTeamName(typed)
        if (name !== null) expect(teamNameKey(name)).toBe(teamNameKey(typed))
      }),
      { numRuns: 1_000 },
    )
  })

  test('neither case nor spaces ever change a key', () => {
    fc.assert(
      fc.property(anyText, (typed) => {
        const key = teamNameKey(typed)
        expect(teamNameKey(typed.toLowerCase())).toBe(key)
        expect(teamNameKey(typed.toUpperCase())).toBe(key)
        expect(teamNameKey(` ${typed.replaceAll(' ', '')} `)).toBe(key)
      }),
      { numRuns: 1_000 },
    )
  })
})

test.each([
  ['Tim Alfa', 'Tim AIfa'],
  ['Ekipa 10', 'EKlPA |O'],
  ['Liga', 'l1ga'],
])('rule 19: %s and %s look so similar that only one of them can be in use', (one, other) => {
  expect(uniqueTeamNameKey(one)).toBe(uniqueTeamNameKey(other))
})

test('rule 19: a search distinguishes i and l, 1 and 0', () => {
  expect(new Set(['Tim 1', 'Tim I', 'Tim l', 'Tim 0', 'Tim O'].map(teamNameKey)).size).toBe(5)
})
