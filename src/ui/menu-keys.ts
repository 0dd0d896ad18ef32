/**
 * The index a key moves the focus to in a menu with these item `names`, from index `from` (-1 = none); null for other
 * keys. A letter finds the next name that starts with it.
 */
export function placeAfterKey(key: string, from: number, names: readonly string[]): number | null {
  const count = names.length
  if (count === 0) return null
  if (key === 'ArrowDown') return (from + 1) % count
  if (key === 'ArrowUp') return from <= 0 ? count - 1 : from - 1
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  if (key.length !== 1 || key === ' ') return null
  const begins = (place: number) => names[place]?.toLocaleLowerCase('hr').startsWith(key.toLocaleLowerCase('hr')) === true
  const around = Array.from({ length: count }, (_, step) => (from + 1 + step) % count)
  return around.find(begins) ?? null
}
