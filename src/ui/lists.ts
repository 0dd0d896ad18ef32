import { type RefCallback, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { wantsLessMotion } from './device-screen'

/**
 * Returns a ref for the element at the end of a list; `onNear` is called each time it comes near
 * the screen.
 */
export function useWhenNear(onNear: () => void): RefCallback<HTMLElement> {
  return useCallback(
    (end: HTMLElement | null) => {
      if (end === null) return
      const observer = new IntersectionObserver(
        // On a busy page one call brings several changes, and the last one counts.
        (changes) => {
          if (changes.at(-1)?.isIntersecting === true) onNear()
        },
        // Trigger before the end is reached, so that the list never seems to stop.
        { rootMargin: '800px' },
      )
      observer.observe(end)
      return () => observer.disconnect()
    },
    [onNear],
  )
}

/**
 * Renders a long list in steps: `count` items at first, 2 × `count` more whenever its end comes
 * near the screen. A step must be higher than a screen: while the end stays visible, no more are
 * rendered. Unlike in a virtual list, rendered items stay in the document, so that the browser's
 * search and screen readers find them.
 * @returns the number of items to render, and a ref for an element after the last item
 */
export function useListWindow(
  total: number,
  count: number,
): { shown: number; endRef: RefCallback<HTMLElement> } {
  const [limit, setLimit] = useState(count)
  const endRef = useWhenNear(useCallback(() => setLimit((before) => before + 2 * count), [count]))
  return { shown: Math.min(total, limit), endRef }
}

const MOVE_MS = 400

/** Row keys from top to bottom, and each row's offset from the top of the list in px. */
export interface RowPlaces {
  readonly order: readonly string[]
  readonly tops: ReadonlyMap<string, number>
}

interface MovedRow {
  readonly key: string
  /** The offset from the new to the old position in px; positive if the row was lower before. */
  readonly from: number
}

/**
 * The rows that changed places. Excludes rows that only shifted, for example after the phone was
 * rotated.
 */
export function movedRows(before: RowPlaces, now: RowPlaces): MovedRow[] {
  return now.order.flatMap((key, place) => {
    const earlierTop = before.tops.get(key)
    const top = now.tops.get(key)
    if (
      earlierTop === undefined ||
      top === undefined ||
      earlierTop === top ||
      before.order[place] === key
    )
      return []
    return [{ key, from: earlierTop - top }]
  })
}

/**
 * Animates rows that change places from their old to their new position. Uses transforms only, so
 * no frame triggers a layout. Does nothing for reduced motion.
 * @param order the rows' keys from top to bottom
 * @param duration of a move in ms
 * @returns a ref for the row of a key
 */
export function useMovingRows<Row extends HTMLElement>(
  order: readonly string[],
  duration = MOVE_MS,
): (key: string) => (row: Row) => () => void {
  const rows = useRef(new Map<string, Row>())
  const last = useRef<RowPlaces>({ order: [], tops: new Map() })
  useLayoutEffect(() => {
    const tops = new Map<string, number>()
    for (const [key, row] of rows.current) tops.set(key, row.offsetTop)
    const now = { order, tops }
    if (!wantsLessMotion()) {
      for (const { key, from } of movedRows(last.current, now)) {
        const row = rows.current.get(key)
        if (row === undefined) continue
        // Start from the current position of a running move. Chromium runs additive animations on
        // the main thread, so replace it.
        const { m42 } = new DOMMatrixReadOnly(getComputedStyle(row).transform)
        row.animate(
          { transform: [`translateY(${from + m42}px)`, 'none'] },
          { duration, easing: 'ease-out' },
        )
      }
    }
    last.current = now
  })
  return (key) => (row) => {
    rows.current.set(key, row)
    return () => {
      if (rows.current.get(key) === row) rows.current.delete(key)
    }
  }
}
