/**
 * The order after applying a file: listed items get the file's order, the others keep their place, so that a file with one
 * vendor does not move it to the front.
 */
export function mergeOrder(existing: readonly string[], listed: readonly string[]): string[] {
  const standing = new Set(existing)
  const inFile = new Set(listed)
  const known = listed.filter((id) => standing.has(id))
  let next = 0
  const order = existing.map((id) => (inFile.has(id) ? (known[next++] ?? id) : id))
  for (const [index, id] of listed.entries()) if (!standing.has(id)) order.splice(placeOf(order, listed, index), 0, id)
  return order
}

/** The position of a new item: after its predecessor in the file, else before the first successor, else at the end. */
function placeOf(order: readonly string[], listed: readonly string[], index: number): number {
  const before = listed[index - 1]
  if (before !== undefined) return order.indexOf(before) + 1
  const after = order.findIndex((id) => listed.includes(id))
  return after === -1 ? order.length : after
}
