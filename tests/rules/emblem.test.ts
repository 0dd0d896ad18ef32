import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EMBLEMS, emblemOf } from '#rules/emblem'

test('a team has the emblem that its captain picked', () => {
  fc.assert(
    fc.property(
      fc.string(),
      fc.nat({ max: EMBLEMS - 1 }),
      (id, picked) => emblemOf(id, picked) === picked,
    ),
  )
})

test('a team that picked no known emblem always has the same one, derived from its id', () => {
  const unknown = fc.oneof(
    fc.integer({ max: -1 }),
    fc.integer({ min: EMBLEMS }),
    fc.constantFrom(EMBLEMS, null, undefined, 1.5, Number.NaN),
  )
  fc.assert(
    fc.property(fc.string(), unknown, (id, picked) => {
      const derived = emblemOf(id)
      expect(derived).toBeGreaterThanOrEqual(0)
      expect(derived).toBeLessThan(EMBLEMS)
      expect(emblemOf(id, picked)).toBe(derived)
    }),
  )
  // The derivation may never change, because derived emblems are stored nowhere.
  expect(['vukovi', 'zmajevi', ''].map((id) => emblemOf(id))).toEqual([11, 7, 1])
})
