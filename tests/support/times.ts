export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** Makes an array of this length, with the numbers from 0 if there is no `make`. */
export function times(count: number): number[]
export function times<T>(count: number, make: (index: number) => T): T[]
export function times(
  count: number,
  make: (index: number) => unknown = (index) => index,
): unknown[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
