import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMoment, formatMomentShort } from '#lib/clock-time'
import { formatRemaining, formatRemainingAccusative } from '#lib/duration'
import { formatAgo } from '#lib/relative-date'
import { boothTexts } from '#texts/booth'
import { wrongCode } from '#texts/errors'
import {
  counted,
  dotted,
  nouns,
  numeral,
  ordinal,
  outOf,
  pluralForm,
  signed,
  unbroken,
} from '#texts/nouns'
import { publicRankingTexts } from '#texts/public-ranking'
import { teamTexts } from '#texts/team'

const FORMS = { one: 'one', few: 'few', other: 'other' } as const
const croatian = new Intl.PluralRules('hr')

describe('the plural rule', () => {
  test('equals that of Intl for Croatian, for every integer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (count) => {
        expect(pluralForm(count, FORMS)).toBe(croatian.select(count))
      }),
      { numRuns: 5_000 },
    )
  })

  test('equals it for each of the first thousand', () => {
    for (let count = 0; count <= 1_000; count++)
      expect(`${count} ${pluralForm(count, FORMS)}`).toBe(`${count} ${croatian.select(count)}`)
  })

  test('a negative number takes the form of its absolute value', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), (count) => {
        expect(pluralForm(-count, FORMS)).toBe(pluralForm(count, FORMS))
      }),
    )
  })

  test.each([
    [0.6, '1\u00a0bod'],
    [1.4, '1\u00a0bod'],
    [1.5, '2\u00a0boda'],
    [4.5, '5\u00a0bodova'],
    [-1, '−1\u00a0bod'],
    [-2, '−2\u00a0boda'],
    [-11, '−11\u00a0bodova'],
    [0, '0\u00a0bodova'],
    [-0.2, '0\u00a0bodova'],
  ])('the number is rounded first, then the form is chosen: %d is "%s"', (count, text) => {
    expect(counted(count, nouns.point)).toBe(text)
  })
})

test.each([
  [999, '999'],
  [1_000, '1\u202f000'],
  [12_345, '12\u202f345'],
  [-1_234_567, '−1\u202f234\u202f567'],
])(
  'thousands are parted by a thin space that no line breaks at, and minus is a minus sign: %d',
  (count, text) => {
    expect(numeral(count)).toBe(text)
  },
)

test('a number stays on one line with what it counts, and other words may break', () => {
  expect(unbroken('prije 5 minuta')).toBe('prije 5\u00a0minuta')
  expect(unbroken('1 h 30 min')).toBe('1\u00a0h 30\u00a0min')
  expect(unbroken('30. rujna u 14:05')).toBe('30.\u00a0rujna u 14:05')
  expect(unbroken('30. 09.')).toBe('30.\u00a009.')
  expect(ordinal(4, 'mjesto')).toBe('4.\u00a0mjesto')
  expect(outOf(3, 1_200)).toBe('3\u00a0od\u00a01\u202f200')
})

/** A line could break between the number and what it counts. Points of a list and ids do not count anything. */
const BREAKABLE = /\d\.? (?=\p{Ll}{2})(?!od |do |i |u )/u
/** The terms' and the statement's paragraphs are joined where they are shown. */
const JOINED_LATER = ['terms.ts', 'accessibility.ts', 'event-faults.ts']

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

test('every fixed text keeps a number on one line with what it counts', async () => {
  const files = readdirSync('texts').filter((file) => !JOINED_LATER.includes(file))
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join('texts', file)).href) as Promise<unknown>),
  )
  const texts = modules.flatMap((module) => textsIn({ ...(module as object) }))
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter((text) => BREAKABLE.test(text))).toEqual([])
})

test('so does every text that is made for a number: a time, a place, a part of a whole', () => {
  const made = [
    boothTexts.freeIn(formatRemainingAccusative(9 * 60)),
    boothTexts.free(2, 6),
    formatRemaining(9 * 60),
    formatAgo(0, 9 * 60_000),
    formatMoment(Date.parse('2026-09-30T12:05:00Z'), Date.parse('2026-10-02T12:05:00Z')),
    formatMomentShort(Date.parse('2026-09-30T12:05:00Z'), Date.parse('2026-10-02T12:05:00Z')),
    publicRankingTexts.further(11, 16),
    publicRankingTexts.revealed(4, 'Vukovi', 120),
    teamTexts.toNextPlace(22, 2),
    teamTexts.standing({ points: 12, rank: 4 }),
    teamTexts.placeGained(4),
    teamTexts.starsLit(3, 12),
    teamTexts.unrevealed(40),
    wrongCode(4),
  ]
  expect(made.filter((text) => /\d\.? (?!u |do\b)/.test(text))).toEqual([])
})

test('points given have a plus, points taken a minus sign', () => {
  expect([25, 0, -5].map(signed)).toEqual(['+25', '0', '−5'])
})

test('the parts that exist are joined by dots, and no line begins with one', () => {
  expect(dotted('Pobjeda', null, 'upravo sada')).toBe('Pobjeda\u00a0· upravo sada')
  expect(dotted(null)).toBe('')
})
