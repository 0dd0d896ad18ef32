/** Rows from top to bottom, and where each stands in px from the list's top. */
export interface RowPlaces {
  readonly order: readonly string[]
  readonly tops: ReadonlyMap<string, number>
}

interface MovedRow {
  readonly key: string
  /** How far below (above, where negative) its new place it stood, in px. */
  readonly from: number
}

/** The rows that were there before and have another place in the list. What only shifts, as on a turned phone, did not move. */
export function movedRows(before: RowPlaces, now: RowPlaces): MovedRow[] {
  return now.order.flatMap((key, place) => {
    const was = before.tops.get(key)
    const is = now.tops.get(key)
    if (was === undefined || is === undefined || was === is || before.order[place] === key) return []
    return [{ key, from: was - is }]
  })
}
