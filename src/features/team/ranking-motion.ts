import { useLayoutEffect, useRef } from 'react'
import { wantsLessMotion } from '../../ui/less-motion'
import { movedRows, type RowPlaces } from './ranking-moves'

const MOVE_MS = 400

/**
 * Animates rows that change places from their old to their new position. Uses transforms only, so no frame triggers a
 * layout. Does nothing for reduced motion.
 * @param order the rows' keys from top to bottom
 * @returns a ref for the row of a key
 */
export function useMovingRows<Row extends HTMLElement>(order: readonly string[]): (key: string) => (row: Row) => () => void {
  const rows = useRef(new Map<string, Row>())
  const seen = useRef<RowPlaces>({ order: [], tops: new Map() })
  useLayoutEffect(() => {
    const tops = new Map<string, number>()
    for (const [key, row] of rows.current) tops.set(key, row.offsetTop)
    const now = { order, tops }
    if (!wantsLessMotion()) {
      for (const { key, from } of movedRows(seen.current, now)) {
        // `add` stacks on a move that is still running, which therefore ends without a jump.
        const start = { transform: `translateY(${from}px)`, composite: 'add' as const }
        rows.current
          .get(key)
          ?.animate([start, { transform: 'translateY(0)', composite: 'add' }], { duration: MOVE_MS, easing: 'ease-out' })
      }
    }
    seen.current = now
  })
  return (key) => (row) => {
    rows.current.set(key, row)
    return () => {
      if (rows.current.get(key) === row) rows.current.delete(key)
    }
  }
}
