import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import type { Fault, Path, Place, Position } from '#server/event-file/fault'

/** Returns a function that converts an offset of the text to line and column. */
function createLineFinder(text: string): (offset: number) => Position {
  const starts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
  return (offset) => {
    const line = starts.findLastIndex((start) => start <= offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}

/** The offset of a value (of its key, in an object); if it is missing, of the innermost value around it. */
function offsetOf(root: Node, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const node = findNodeAtLocation(root, path.slice(0, length))
    if (node !== undefined) return node.parent?.type === 'property' ? node.parent.offset : node.offset
  }
  return root.offset
}

/** Returns a function that adds line and column to faults of a JSON text. */
export function locateInJson(text: string): (fault: Fault) => Fault {
  const root = parseTree(text)
  const positionOf = createLineFinder(text)
  function located(place: Place): Place {
    if (place.path === null || root === undefined) return place
    return { ...place, position: positionOf(offsetOf(root, place.path)) }
  }
  return placedBy(located)
}

/** Returns a function that locates both places of a fault. */
export function placedBy(located: (place: Place) => Place): (fault: Fault) => Fault {
  return ({ place, earlier, ...fault }) => ({
    ...{ ...fault, place: located(place) },
    ...(earlier === undefined ? {} : { earlier: located(earlier) }),
  })
}
