import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { type Shown, wholeOf } from '../../src/features/public-ranking/beats'
import { Stage, type Uncovered } from '../../src/features/public-ranking/stage'

const team = (team_id: string, rank: number, points = 520) => ({
  team: { team_id, team_name: `Tim ${team_id}`, points, rank, member_count: 1 },
  members: [`igrac ${team_id}`],
  lit: ['arkade'],
  treasures: 0,
})

const stage = (shown: Uncovered, content: Shown = wholeOf(1, shown.team.points)) =>
  renderToStaticMarkup(createElement(Stage, { shown, content }))

const uncovered = (rank: number, equal: Uncovered['equal'] = []): Uncovered => ({
  place: rank,
  ...team('a', rank),
  booths: ['arkade', 'kviz'],
  equal,
})

test('first the place is alone, then its stars light up, and the team appears last', () => {
  const first = stage(uncovered(8), { beat: 'place', lit: 0, points: 0 })
  expect(first).toContain('8.')
  expect(first).not.toContain('Tim a')
  const stars = stage(uncovered(8), { beat: 'stars', lit: 1, points: 260 })
  expect(stars).toContain('data-lit')
  expect(stars.slice(0, stars.indexOf('Tim a'))).toContain('invisible')
  expect(stage(uncovered(8))).not.toContain('invisible')
})

test('tied teams are side by side, and those already uncovered stay visible while the next is still hidden', () => {
  const tied = uncovered(1, [team('b', 1)])
  const whole = stage(tied)
  for (const name of ['Tim a', 'Tim b', 'igrac a', 'igrac b']) expect(whole).toContain(name)
  const before = stage(tied, { beat: 'place', lit: 0, points: 0 })
  expect(before.match(/\binvisible\b/g)).toHaveLength(1)
})

test('the first place looks different from all others, unless nobody has points', () => {
  expect(stage(uncovered(1))).toContain('data-winner')
  expect(stage(uncovered(2))).not.toContain('data-winner')
  expect(stage({ ...uncovered(1), ...team('a', 1, 0) })).not.toContain('data-winner')
})
