import fc from 'fast-check'
import { expect, test } from 'vitest'
import { constellationOf, FIELD } from '../../src/features/team/card/constellation'

test('a team has the same constellation on every phone, and different teams have different ones', () => {
  expect(constellationOf('t1')).toEqual(constellationOf('t1'))
  expect(constellationOf('t1')).not.toEqual(constellationOf('t2'))
})

test('every constellation is within its field, with all stars connected by lines', () => {
  fc.assert(
    fc.property(fc.string(), (teamId) => {
      const { stars, lines } = constellationOf(teamId)
      expect(stars.length).toBeGreaterThanOrEqual(5)
      for (const { x, y, r } of stars) {
        expect(x - r).toBeGreaterThan(0)
        expect(y - r).toBeGreaterThan(0)
        expect(x + r).toBeLessThan(FIELD.width)
        expect(y + r).toBeLessThan(FIELD.height)
      }
      expect(lines).toHaveLength(stars.length - 1)
      const joined = new Set(lines.flat())
      expect(joined.size).toBe(stars.length)
    }),
  )
})
