/** One used touch of a chip: the account, the claimed time and the time of receipt (ms). */
export interface TagTouch {
  readonly counter: number
  readonly userId: string
  readonly madeAt: number
  readonly receivedAt: number
}

/**
 * Chips count touches in 24 bits and then start again at 0, so the 2^23 numbers after a counter are
 * taken as later, all others as earlier.
 */
const COUNTERS = 2 ** 24
/** Maximum difference between two times that agree (ms). */
const TOLERANCE_MS = 15 * 60_000

const around = (counter: number) => (counter + COUNTERS) % COUNTERS

/**
 * Rule 21: whether two touches are consecutive, by different accounts, and agree in time. If so,
 * both were certainly made at their claimed times.
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
 * Rule 21: whether another touch of the same chip proves the claimed time wrong, in whatever order
 * touches arrive. Another touch's claim alone proves nothing, because an account can claim any
 * time: a touch was certainly made before its receipt, but at its claimed time only if a
 * neighbouring touch by another account agrees.
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
