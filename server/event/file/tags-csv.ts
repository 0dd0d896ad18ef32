import { parseCsvTable } from '../csv-table'
import { parseEventFile } from './event-file'
import type { EventFile } from './event-schema'
import { FaultyEvent } from './faulty-event'
import type { KnownEvent } from './file-checks'

export function isCsv(path: string): boolean {
  return /\.csv$/i.test(path)
}

const OPTIONAL = ['vendor_id', 'point_type'] as const

/** An event file, and its faults in the words of the file that was read. */
export interface ReadEvent {
  readonly file: EventFile
  readonly inItsWords: (faults: FaultyEvent) => FaultyEvent
}

/**
 * Reads event.json, or the CSV that `tags` wrote as an event of tags alone. Throws `Failure` or `FaultyEvent`, whose faults say the
 * line of a CSV.
 */
export function readEventOrTags(text: string, path: string, known: KnownEvent): ReadEvent {
  if (!isCsv(path)) return { file: parseEventFile(text, known), inItsWords: (faults) => faults }
  const rows = parseCsvTable(text, path, ['nfc_id', 'nfc_type'])
  const tags = rows.map(({ cells }) => {
    const tag: Record<string, string> = { nfc_id: cells.get('nfc_id') ?? '', nfc_type: cells.get('nfc_type') ?? '' }
    for (const column of OPTIONAL) {
      const cell = cells.get(column) ?? ''
      if (cell !== '') tag[column] = cell
    }
    return tag
  })
  const inItsWords = ({ faults }: FaultyEvent) =>
    new FaultyEvent(
      faults.map((fault) =>
        fault
          .replace(/tags\[(\d+)\]\.?/g, (_, index: string) => `line ${rows[Number(index)]?.line ?? '?'} `)
          .replaceAll(' :', ':'),
      ),
    )
  try {
    return { file: parseEventFile(JSON.stringify({ tags }), known), inItsWords }
  } catch (reason) {
    throw reason instanceof FaultyEvent ? inItsWords(reason) : reason
  }
}
