/** The use of one touch of a chip: whose account, when it claims to have been made, and when it was received (ms). */
export interface TagTouch {
  readonly counter: number
  readonly userId: string
  readonly madeAt: number
  readonly receivedAt: number
}

/** A chip counts in 24 bits and then begins again, so that the half of all numbers after one are later. */
const COUNTERS = 2 ** 24
/** How far apart two times may be and still agree (ms). */
const TOLERANCE_MS = 15 * 60_000

const around = (counter: number) => (counter + COUNTERS) % COUNTERS

/**
 * Rule 21: whether one touch directly follows the other, of two accounts, and their times agree. Then both were certainly made when
 * they claim.
 */
export function doTouchesAgree(
  one: Omit<TagTouch, 'receivedAt'>,
  other: Omit<TagTouch, 'receivedAt'>,
): boolean {
  const areNeighbours = [1, COUNTERS - 1].includes(around(one.counter - other.counter))
  return (
    areNeighbours &&
    one.userId !== other.userId &&
    Math.abs(one.madeAt - other.madeAt) <= TOLERANCE_MS
  )
}

/**
 * Rule 21: whether a touch of the same chip cannot be from the time that it claims, in whatever order touches arrive. Another
 * one's own claim counts for nothing, because an account can claim any time: it was certainly made before it was received, and
 * certainly at its time only where a touch of another account directly before or after it agrees.
 */
export function isTouchReplayed(
  sent: Pick<TagTouch, 'counter' | 'madeAt'>,
  known: readonly TagTouch[],
): boolean {
  const byCounter = new Map(known.map((touch) => [touch.counter, touch]))
  const isCertain = (touch: TagTouch) =>
    [touch.counter - 1, touch.counter + 1].some((next) => {
      const other = byCounter.get(around(next))
      return other !== undefined && doTouchesAgree(touch, other)
    })
  const [earliest, latest] = [sent.madeAt - TOLERANCE_MS, sent.madeAt + TOLERANCE_MS]
  return known.some((touch) => {
    const isLater = around(touch.counter - sent.counter) < COUNTERS / 2
    if (!isLater) return touch.madeAt > latest && isCertain(touch)
    return touch.receivedAt < earliest || (touch.madeAt < earliest && isCertain(touch))
  })
}
