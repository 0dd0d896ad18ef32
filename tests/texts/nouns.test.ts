import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { formatMoment, formatMomentShort } from '#lib/clock-time'
import { formatRemaining, formatRemainingAccusative } from '#lib/duration'
import { formatAgo } from '#lib/relative-date'
import { awardTexts, boothTexts } from '#texts/booth'
import { endOfDayTexts } from '#texts/end-of-day'
import { wrongCode } from '#texts/errors'
import { eventFaultText } from '#texts/event-faults'
import { importTexts } from '#texts/import'
import { counted, dotted, nouns, pluralForm } from '#texts/nouns'
import { numeral, ordinal, outOf, signed, unbroken } from '#texts/numbers'
import { publicRankingTexts } from '#texts/public-ranking'
import { setupTexts } from '#texts/setup'
import { teamTexts } from '#texts/team'

const FORMS = { one: 'one', few: 'few', other: 'other' } as const
const croatian = new Intl.PluralRules('hr')

describe('the plural rule', () => {
  test('equals the rule of Intl for Croatian, for every integer', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100_000 }), (count) => {
        expect(pluralForm(count, FORMS)).toBe(croatian.select(count))
      }),
      { numRuns: 5_000 },
    )
  })

  test('equals the rule of Intl for each of the first thousand numbers', () => {
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
  'thousands are separated by a thin space without a line break, and negative numbers have a true minus sign: %d',
  (count, text) => {
    expect(numeral(count)).toBe(text)
  },
)

test('a number stays on one line with the counted word, and other words may break', () => {
  expect(unbroken('prije 5 minuta')).toBe('prije 5\u00a0minuta')
  expect(unbroken('1 h 30 min')).toBe('1\u00a0h 30\u00a0min')
  expect(unbroken('30. rujna u 14:05')).toBe('30.\u00a0rujna u 14:05')
  expect(unbroken('30. 09.')).toBe('30.\u00a009.')
  expect(ordinal(4, 'mjesto')).toBe('4.\u00a0mjesto')
  expect(outOf(3, 1_200)).toBe('3\u00a0od\u00a01\u202f200')
})

/**
 * Matches a number and the lower-case word after it, if a line could break between them. Not before
 * "od", "do", "i" and "u", which no number counts.
 */
const BREAKABLE = /\d\.? (?=\p{Ll}{2})(?!od |do |i |u )/u
/** Files whose texts get their no-break spaces only when they are shown. */
const JOINED_LATER = ['terms.ts', 'accessibility.ts', 'event-faults.ts']

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

test('every fixed text keeps a number on one line with the counted word', async () => {
  const files = readdirSync('texts').filter((file) => !JOINED_LATER.includes(file))
  const modules = await Promise.all(
    files.map((file) => import(pathToFileURL(join('texts', file)).href) as Promise<unknown>),
  )
  const texts = modules.flatMap((module) => textsIn({ ...(module as object) }))
  expect(texts.length).toBeGreaterThan(500)
  expect(texts.filter((text) => BREAKABLE.test(text))).toEqual([])
})

test('every text made from a number keeps it on one line with its word', () => {
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

test('given points have a plus sign, deducted points a minus sign', () => {
  expect([25, 0, -5].map(signed)).toEqual(['+25', '0', '−5'])
})

test('the parts that are present are joined by dots, and no line begins with a dot', () => {
  expect(dotted('Pobjeda', null, 'upravo sada')).toBe('Pobjeda\u00a0· upravo sada')
  expect(dotted(null)).toBe('')
})

test('a series that ends tells both what waits and what was refused', () => {
  const counts = { teams: 4, awards: 4, waiting: 1, refused: 3 }
  expect(awardTexts.seriesCount(counts)).toBe(
    dotted('4\u00a0tima', '1\u00a0čeka slanje', '3\u00a0dodjele su odbijene'),
  )
})

test('verbs agree with their number: covered places, and people who get an SMS', () => {
  const covered = [1, 2, 5].map((count) => endOfDayTexts.uncovered(undefined, count))
  expect(covered).toEqual([
    'Skriveno je još 1\u00a0mjesto.',
    'Skrivena su još 2\u00a0mjesta.',
    'Skriveno je još 5\u00a0mjesta.',
  ])
  expect(importTexts.again.text(2)).toContain('dobivaju 2\u00a0osobe')
})

test('a place has its thousands separated as points have, in each of its forms', () => {
  const standing = { points: 1_234, rank: 1_234 }
  expect(teamTexts.rank(standing)).toBe('1\u202f234.\u00a0mjesto')
  expect(teamTexts.rankShort(standing)).toBe('1\u202f234.')
  expect(teamTexts.rankShort({ ...standing, rank: 4 })).toBe('4.')
  expect(publicRankingTexts.further(1_234, 1_240)).toBe(
    '1\u202f234. do\u00a01\u202f240.\u00a0mjesto',
  )
})

test('Priprema says how many tags are not written, and the participle agrees with their number', () => {
  expect([0, 1, 2, 5, 21].map((unwritten) => setupTexts.has.tags(30, unwritten))).toEqual([
    '30\u00a0oznaka',
    '30\u00a0oznaka, 1\u00a0nezapisana',
    '30\u00a0oznaka, 2\u00a0nezapisane',
    '30\u00a0oznaka, 5\u00a0nezapisanih',
    '30\u00a0oznaka, 21\u00a0nezapisana',
  ])
})

test('a fault of the event separates thousands in counts, and keeps ids and names of digits', () => {
  const faultOf = (name: Parameters<typeof eventFaultText>[0], ...values: string[]) =>
    eventFaultText(name, values, 'hr')
  expect(faultOf('whole_number', '0', '1000000')).toContain('od 0 do 1\u202f000\u202f000.')
  expect(faultOf('text', '0', '1000')).toContain('najviše 1\u202f000\u00a0znakova')
  expect(faultOf('too_many', '3000')).toContain('smije imati 3\u202f000.')
  expect(faultOf('uid_taken', '0001')).toBe('Taj čip već ima oznaka 0001.')
  expect(faultOf('mobile_taken', '007')).toBe('Taj broj već ima račun „007”.')
  expect(faultOf('nickname_alike', '+385911234567', '2048')).toContain('nadimka „2048”')
  expect(faultOf('in_team', '2048')).toContain('u timu „2048”')
})
