import { findNodeAtLocation, type Node, parseTree } from 'jsonc-parser'
import { parseEvent } from '#server/event-file/event-file'
import type { EventFile } from '#server/event-file/event-schema'
import type { Fault, Path, Place, Position } from '#server/event-file/fault'
import { FaultyEvent } from '#server/event-file/faulty-event'
import type { KnownEvent } from '#server/event-file/file-checks'
import { parseJson } from '#server/event-file/json-text'
import { type CsvRow, parseCsvTable } from '../files/csv-table'

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
function locateInJson(text: string): (fault: Fault) => Fault {
  const root = parseTree(text)
  const positionOf = createLineFinder(text)
  function located(place: Place): Place {
    if (place.path === null || root === undefined) return place
    return { ...place, position: positionOf(offsetOf(root, place.path)) }
  }
  return placedBy(located)
}

/** Returns a function that locates both places of a fault. */
function placedBy(located: (place: Place) => Place): (fault: Fault) => Fault {
  return ({ place, earlier, ...fault }) => ({
    ...{ ...fault, place: located(place) },
    ...(earlier === undefined ? {} : { earlier: located(earlier) }),
  })
}

function isCsv(path: string): boolean {
  return /\.csv$/i.test(path)
}

const OPTIONAL = ['vendor_id', 'point_type', 'proof', 'uid'] as const

/** An event file, and where its faults are in the text that was read. */
interface ReadEvent {
  readonly file: EventFile
  readonly locate: (faults: FaultyEvent) => FaultyEvent
}

/** Adds the line of a table to a place of the event that was made of it. */
function locateInRows(rows: readonly CsvRow[]): (fault: Fault) => Fault {
  function located(place: Place): Place {
    const [, index, ...column] = place.path ?? []
    const line = rows[Number(index)]?.line
    return line === undefined ? place : { path: column, position: { line } }
  }
  return placedBy(located)
}

function tagOf({ cells }: CsvRow): Record<string, string> {
  const tag: Record<string, string> = { nfc_id: cells.get('nfc_id') ?? '', nfc_type: cells.get('nfc_type') ?? '' }
  for (const column of OPTIONAL) {
    const cell = cells.get(column) ?? ''
    if (cell !== '') tag[column] = cell
  }
  return tag
}

function readJson(text: string, known: KnownEvent): ReadEvent {
  const json = parseJson(text)
  return locatedBy(locateInJson(text), () => parseEvent(json, known))
}

function readTable(text: string, path: string, known: KnownEvent): ReadEvent {
  const rows = parseCsvTable(text, path, ['nfc_id', 'nfc_type'])
  return locatedBy(locateInRows(rows), () => parseEvent({ tags: rows.map(tagOf) }, known))
}

function locatedBy(locateOne: (fault: Fault) => Fault, parse: () => EventFile): ReadEvent {
  const locate = ({ faults }: FaultyEvent) => new FaultyEvent(faults.map(locateOne))
  try {
    return { file: parse(), locate }
  } catch (reason) {
    throw reason instanceof FaultyEvent ? locate(reason) : reason
  }
}

/** Reads event.json, or the CSV that `tags` wrote as an event of tags alone. Throws `Failure`, or `FaultyEvent` with positions. */
export function readEventOrTags(text: string, path: string, known: KnownEvent): ReadEvent {
  return isCsv(path) ? readTable(text, path, known) : readJson(text, known)
}
