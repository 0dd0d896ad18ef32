import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { doTouchesAgree, isTouchReplayed, type TagTouch } from '#rules/tag-touch'
import { MINUTE } from '../support/times'

const NOW = Date.UTC(2026, 4, 9, 12)
const LAST = 2 ** 24 - 1

/** A touch that was made and received these numbers of minutes ago. */
const touch = (counter: number, userId: string, made: number, received = 0): TagTouch => {
  return { counter, userId, madeAt: NOW - made * MINUTE, receivedAt: NOW - received * MINUTE }
}
const replayed = (counter: number, made: number, ...known: readonly TagTouch[]) =>
  isTouchReplayed(touch(counter, 'sent', made), known)

describe('rule 21: a touch of a tag', () => {
  test('counts as replayed if a later touch was received over 15 minutes before this one’s claimed time', () => {
    expect(replayed(10, 0, touch(11, 'ana', 120, 16))).toBe(true)
    expect(replayed(10, 0, touch(11, 'ana', 120, 15))).toBe(false)
    expect(replayed(10, 30, touch(11, 'ana', 120, 16))).toBe(false)
    expect(replayed(LAST, 0, touch(0, 'ana', 20, 20))).toBe(true)
    expect(replayed(0, 0, touch(LAST, 'ana', 20, 20))).toBe(false)
  })

  test('is not refuted by the claims of a single account, even with two touches', () => {
    const claims = [touch(11, 'ana', 120), touch(12, 'ana', 120)]
    expect(replayed(10, 5, ...claims)).toBe(false)
    expect(replayed(13, 300, ...claims)).toBe(false)
  })

  test('counts as replayed if two accounts with neighbouring counters agree on another time', () => {
    const agreed = [touch(11, 'ana', 120), touch(12, 'iva', 105)]
    expect(replayed(10, 105, ...agreed)).toBe(false)
    expect(replayed(10, 104, ...agreed)).toBe(true)
    expect(replayed(13, 121, ...agreed)).toBe(true)
    expect(replayed(13, 120, ...agreed)).toBe(false)
    expect(replayed(1, 100, touch(LAST, 'ana', 80), touch(0, 'iva', 80))).toBe(true)
  })

  test('is confirmed by another account’s touch with a neighbouring counter, made within 15 minutes', () => {
    const [one, last] = [touch(10, 'ana', 120), touch(LAST, 'ana', 120)]
    const agree = (...others: readonly TagTouch[]) =>
      others.map((other) => doTouchesAgree(one, other))
    expect(agree(touch(11, 'iva', 105), touch(9, 'iva', 135), touch(11, 'iva', 104))).toEqual([
      true,
      true,
      false,
    ])
    expect(agree(touch(11, 'ana', 120), touch(12, 'iva', 120), touch(10, 'iva', 120))).toEqual([
      false,
      false,
      false,
    ])
    expect([
      doTouchesAgree(last, touch(0, 'iva', 120)),
      doTouchesAgree(touch(0, 'iva', 120), last),
    ]).toEqual([true, true])
  })

  test.each([
    { what: 'are 16 minutes apart', others: [touch(11, 'ana', 121), touch(12, 'iva', 105)] },
    { what: 'are no neighbours', others: [touch(11, 'ana', 120), touch(13, 'iva', 120)] },
  ])('is not refuted by two accounts whose touches $what', ({ others }) => {
    expect(replayed(10, 0, ...others)).toBe(false)
  })

  /**
   * Touches of one tag in the order in which they were made, each received up to five hours later.
   */
  const honest = fc
    .array(
      fc.record({
        gap: fc.nat({ max: 90 }),
        wait: fc.nat({ max: 300 }),
        user: fc.constantFrom('ana', 'iva', 'luka'),
      }),
      {
        minLength: 2,
        maxLength: 12,
      },
    )
    .map((made) => {
      let at = NOW
      return made.map(({ gap, wait, user }, index): TagTouch => {
        at += gap * MINUTE
        return { counter: index, userId: user, madeAt: at, receivedAt: at + wait * MINUTE }
      })
    })

  test('fault 77: counts if it was made honestly, in any order of arrival and whatever one cheating account claims', () => {
    fc.assert(
      fc.property(honest, fc.nat(), fc.nat({ max: 600 }), (touches, which, claim) => {
        const cheated = touches.map((one, index): TagTouch => {
          if (index !== which % touches.length) return one
          return { ...one, userId: 'varalica', madeAt: one.receivedAt - claim * MINUTE }
        })
        const arrived: TagTouch[] = []
        for (const one of cheated.toSorted((a, b) => a.receivedAt - b.receivedAt)) {
          if (one.userId !== 'varalica') expect(isTouchReplayed(one, arrived)).toBe(false)
          arrived.push(one)
        }
      }),
    )
  })
})
