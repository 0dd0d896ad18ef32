import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isTeamFull, nextCaptain } from '#rules/membership'

describe('rule 4: a team is full', () => {
  test.each([
    [5, 6, false],
    [6, 6, true],
    [7, 6, true],
    [1, 1, true],
    [0, 0, false],
    [1_000, 0, false],
  ])('with %i members of %i allowed (0 = no limit): %s', (members, most, full) => {
    expect(isTeamFull(members, most)).toBe(full)
  })
})

describe('rule 5: the next captain after the captain left', () => {
  const member = fc.record({ playerId: fc.string({ minLength: 1, maxLength: 3 }), joinedAt: fc.integer({ min: 0, max: 5 }) })
  const members = fc.uniqueArray(member, { selector: (one) => one.playerId, maxLength: 8 })

  test('is the longest-standing member, wherever in the list', () => {
    expect(
      nextCaptain([
        { playerId: 'treći', joinedAt: 30 },
        { playerId: 'prvi', joinedAt: 10 },
        { playerId: 'drugi', joinedAt: 20 },
      ]),
    ).toBe('prvi')
  })

  test('is the same one of two who joined at the same moment, wherever in the list', () => {
    const two = [
      { playerId: 'b', joinedAt: 10 },
      { playerId: 'a', joinedAt: 10 },
    ]
    expect([nextCaptain(two), nextCaptain(two.toReversed())]).toEqual(['a', 'a'])
  })

  test('is nobody if nobody is left', () => {
    expect(nextCaptain([])).toBeNull()
  })

  test('is never younger in the team than another member, whatever the order of the list', () => {
    fc.assert(
      fc.property(members, (remaining) => {
        const captain = nextCaptain(remaining)
        expect(nextCaptain([...remaining].reverse())).toBe(captain)
        const joinedAt = remaining.find((one) => one.playerId === captain)?.joinedAt
        if (joinedAt !== undefined) expect(joinedAt).toBe(Math.min(...remaining.map((one) => one.joinedAt)))
        else expect(remaining).toEqual([])
      }),
    )
  })
})
