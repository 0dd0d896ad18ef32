const MISTAKES_MOST = 2

/** How many letters have to be put in, taken out or replaced to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (const [index, expected] of [...other].entries()) {
      const replaced = (row[index] ?? 0) + (letter === expected ? 0 : 1)
      next.push(Math.min(replaced, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** The word that was probably meant; null if none is close. */
export function closestSpelling(typed: string, words: readonly string[]): string | null {
  const [closest] = words
    .map((word) => ({ word, mistakes: distance(typed.toLowerCase(), word) }))
    .toSorted((one, other) => one.mistakes - other.mistakes)
  return closest !== undefined && closest.mistakes <= MISTAKES_MOST ? closest.word : null
}
