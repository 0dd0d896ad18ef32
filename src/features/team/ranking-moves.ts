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

/** The rows that changed places. A row that only shifted, for example after the phone was rotated, is not included. */
export function movedRows(before: RowPlaces, now: RowPlaces): MovedRow[] {
  return now.order.flatMap((key, place) => {
    const was = before.tops.get(key)
    const is = now.tops.get(key)
    if (was === undefined || is === undefined || was === is || before.order[place] === key) return []
    return [{ key, from: was - is }]
  })
}
