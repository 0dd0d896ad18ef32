import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isTeamFull, nextCaptain } from '#rules/membership'

test.each([
  [5, 6, false],
  [6, 6, true],
  [7, 6, true],
  [1, 1, true],
  [0, 0, false],
  [1_000, 0, false],
])(
  'rule 4: a team is full with %i members of %i allowed (0 = no limit): %s',
  (members, most, full) => {
    expect(isTeamFull(members, most)).toBe(full)
  },
)

const member = fc.record({
  playerId: fc.string({ minLength: 1, maxLength: 3 }),
  joinedAt: fc.integer({ min: 0, max: 5 }),
  blocked: fc.boolean(),
})
const members = fc.uniqueArray(member, { selector: (one) => one.playerId, maxLength: 8 })

test('rule 5: the next captain is the longest-standing member, and a blocked one only if all are blocked', () => {
  fc.assert(
    fc.property(members, (remaining) => {
      const captain = nextCaptain(remaining)
      expect(nextCaptain([...remaining].reverse())).toBe(captain)
      const chosen = remaining.find((one) => one.playerId === captain)
      const free = remaining.filter(({ blocked }) => !blocked)
      const eligible = free.length > 0 ? free : remaining
      expect(chosen === undefined).toBe(remaining.length === 0)
      if (chosen === undefined) return
      expect(eligible).toContain(chosen)
      expect(chosen.joinedAt).toBe(Math.min(...eligible.map((one) => one.joinedAt)))
    }),
  )
})
