import fc from 'fast-check'
import { expect, test } from 'vitest'
import { constellationOf, FIELD, goldenLines } from '../../src/features/arrival/constellation'

const booths = (count: number) => Array.from({ length: count }, (_, index) => `štand-${index}`)

/** The number of connected figures that the lines make of this many stars. */
function figuresOf(stars: number, lines: readonly (readonly [number, number])[]): number {
  const figures = Array.from({ length: stars }, (_, star) => star)
  for (const [one, other] of lines) {
    const joined = figures[other]
    for (const [star, figure] of figures.entries())
      if (figure === joined) figures[star] = figures[one] ?? star
  }
  return new Set(figures).size
}

const anyBooths = fc.uniqueArray(fc.string(), { maxLength: 60 })

test('a team has the same constellation on every phone, and different teams have different ones', () => {
  expect(constellationOf('t1', booths(12))).toEqual(constellationOf('t1', booths(12)))
  expect(constellationOf('t1', booths(12))).not.toEqual(constellationOf('t2', booths(12)))
})

test('every booth has a star within the field, apart from the others, and lines connect all stars', () => {
  fc.assert(
    fc.property(fc.string(), anyBooths, (teamId, boothIds) => {
      const { stars, lines } = constellationOf(teamId, boothIds)
      expect(stars.map(({ boothId }) => boothId)).toEqual(boothIds)
      for (const { x, y, r } of stars) {
        expect(x - r).toBeGreaterThan(0)
        expect(y - r).toBeGreaterThan(0)
        expect(x + r).toBeLessThan(FIELD.width)
        expect(y + r).toBeLessThan(FIELD.height)
      }
      const distances = stars.flatMap((one, index) =>
        stars.slice(0, index).map((two) => Math.hypot(one.x - two.x, one.y - two.y)),
      )
      expect(Math.min(99, ...distances)).toBeGreaterThan(6)
      expect(lines).toHaveLength(Math.max(0, stars.length - 1))
      expect(figuresOf(stars.length, lines)).toBe(Math.min(1, stars.length))
    }),
  )
})

test('adding a booth moves no existing star or line', () => {
  fc.assert(
    fc.property(fc.string(), anyBooths, fc.nat(60), (teamId, boothIds, count) => {
      const [all, some] = [
        constellationOf(teamId, boothIds),
        constellationOf(teamId, boothIds.slice(0, count)),
      ]
      expect(all.stars.slice(0, some.stars.length)).toEqual(some.stars)
      expect(all.lines.slice(0, some.lines.length)).toEqual(some.lines)
    }),
  )
})

test('each treasure draws one more golden line, as long as there are stars to connect', () => {
  fc.assert(
    fc.property(anyBooths, fc.nat(80), (boothIds, treasures) => {
      const constellation = constellationOf('t1', boothIds)
      const golden = goldenLines(constellation, treasures)
      expect(golden).toHaveLength(
        Math.min(treasures, (boothIds.length * (boothIds.length - 1)) / 2),
      )
      expect(new Set(golden.map(String)).size).toBe(golden.length)
      expect(goldenLines(constellation, treasures + 1).slice(0, golden.length)).toEqual(golden)
    }),
  )
  expect(goldenLines(constellationOf('t1', []), 3)).toEqual([])
})
