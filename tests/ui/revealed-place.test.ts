import { expect, test } from 'vitest'
import type { TeamPoints } from '../../src/api/score-queries'
import { revealedPlace } from '../../src/features/arrival/revealed-place'

const AT = '2026-05-09T16:00:00.000Z'

const reading = (more: Partial<TeamPoints>): TeamPoints => ({
  awards: [],
  points: 134,
  rank: 8,
  frozen: true,
  frozen_at: AT,
  ...more,
})

const frozen = reading({ rank: 12 })
const uncovered = reading({ frozen_at: null })

test('rule 16: a phone shows its team’s place once, when the reveal uncovers it', () => {
  expect(revealedPlace('t1', frozen, uncovered)).toEqual({ teamId: 't1', rank: 8, points: 134 })
  expect(revealedPlace('t1', uncovered, uncovered)).toBeNull()
  expect(revealedPlace('t1', undefined, uncovered)).toBeNull()
  expect(revealedPlace('t1', frozen, { ...frozen, rank: 8 })).toBeNull()
})

test('a phone shows no place below the tenth, none at the end of the reveal, and none without points', () => {
  expect(revealedPlace('t1', frozen, { ...uncovered, rank: 11 })).toBeNull()
  expect(revealedPlace('t1', frozen, { ...uncovered, frozen: false })).toBeNull()
  expect(revealedPlace('t1', frozen, { ...uncovered, points: 0, rank: 3 })).toBeNull()
})
