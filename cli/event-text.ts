import { readFile } from 'node:fs/promises'
import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import { type Fault, FaultyEvent, type Path, type Place, type Position } from '#server/event-file/faults'
import { parseJson } from '#server/event-file/json'
import { Failure } from '#server/failure'

function reasonText(reason: unknown): string {
  const code = reason instanceof Error && 'code' in reason ? reason.code : undefined
  if (code === 'ENOENT') return 'there is no such file'
  if (code === 'EISDIR') return 'it is a folder'
  return reason instanceof Error ? reason.message : String(reason)
}

/** Reads a UTF-8 text file, without its byte order mark. Throws `Failure`. */
export async function readTextFile(path: string): Promise<string> {
  let bytes: Buffer
  try {
    bytes = await readFile(path)
  } catch (reason) {
    throw new Failure(`${path} cannot be read: ${reasonText(reason)}.`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new Failure(`${path} is not in UTF-8; save it in that encoding, or its letters č, ć, đ, š and ž would be lost.`)
  }
}

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

/** The values of an event file, and work on them whose faults say where they are in the text. */
interface EventText {
  readonly values: unknown
  located<T>(work: () => T | Promise<T>): Promise<T>
}

/** Reads the text of event.json. Throws `FaultyEvent` where it is no JSON. */
export function readEventText(text: string): EventText {
  const values = parseJson(text)
  const root = parseTree(text)
  const positionOf = createLineFinder(text)
  const place = (at: Place): Place =>
    at.path === null || root === undefined ? at : { ...at, position: positionOf(offsetOf(root, at.path)) }
  const locate = ({ earlier, ...fault }: Fault): Fault => ({
    ...{ ...fault, place: place(fault.place) },
    ...(earlier === undefined ? {} : { earlier: place(earlier) }),
  })
  return {
    values,
    async located(work) {
      try {
        return await work()
      } catch (reason) {
        throw reason instanceof FaultyEvent ? new FaultyEvent(reason.faults.map(locate)) : reason
      }
    },
  }
}
