import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import type { KnownEvent } from '#server/event-file/checks'
import { type Fault, FaultyEvent, type Path, type Place, type Position } from '#server/event-file/faults'
import { parseJson } from '#server/event-file/json'
import { parseEvent } from '#server/event-file/parse'
import type { EventFile } from '#server/event-file/schema'
import { type CsvRow, parseCsvTable } from '../files/csv'

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

const OPTIONAL = ['vendor_id', 'point_type', 'proof', 'uid'] as const

/** The values of a file, and where a place in them is in its text. */
interface Source {
  readonly values: unknown
  readonly located: (place: Place) => Place
}

function readJson(text: string): Source {
  const values = parseJson(text)
  const root = parseTree(text)
  const positionOf = createLineFinder(text)
  return {
    values,
    located(place) {
      if (place.path === null || root === undefined) return place
      return { ...place, position: positionOf(offsetOf(root, place.path)) }
    },
  }
}

function tagOf({ cells }: CsvRow): Record<string, string> {
  const tag: Record<string, string> = { nfc_id: cells.get('nfc_id') ?? '', nfc_type: cells.get('nfc_type') ?? '' }
  for (const column of OPTIONAL) {
    const cell = cells.get(column) ?? ''
    if (cell !== '') tag[column] = cell
  }
  return tag
}

/** A place of the event that is made of the table is in a line of it. */
function readTable(text: string, path: string): Source {
  const rows = parseCsvTable(text, path, ['nfc_id', 'nfc_type'])
  return {
    values: { tags: rows.map(tagOf) },
    located(place) {
      const [, index, ...column] = place.path ?? []
      const line = rows[Number(index)]?.line
      return line === undefined ? place : { path: column, position: { line } }
    },
  }
}

/** The values of an event file, and work on them whose faults say where they are in the text. */
interface ReadEvent {
  readonly values: unknown
  located<T>(work: () => T | Promise<T>): Promise<T>
}

/** Reads event.json, or the CSV that `tags` wrote as an event of tags alone. Throws `Failure`, or `FaultyEvent` with positions. */
export function readEventOrTags(text: string, path: string): ReadEvent {
  const { values, located } = /\.csv$/i.test(path) ? readTable(text, path) : readJson(text)
  const locate = ({ place, earlier, ...fault }: Fault): Fault => ({
    ...{ ...fault, place: located(place) },
    ...(earlier === undefined ? {} : { earlier: located(earlier) }),
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

/** Parses a file as `apply` would. Throws `Failure`, or `FaultyEvent` with positions. */
export async function parseEventOrTags(text: string, path: string, known: KnownEvent): Promise<EventFile> {
  const { values, located } = readEventOrTags(text, path)
  return await located(() => parseEvent(values, known))
}
