import * as v from 'valibot'
import { type EventFile, eventFile } from './event-schema'
import { faultText } from './fault-text'
import { FaultyEvent } from './faulty-event'
import { checkFile, type KnownEvent } from './file-checks'
import { parseJson } from './json-text'

/**
 * Parses event.json. It may refer to rows of the database, which are passed in `known`.
 * Throws `FaultyEvent` with each fault and its place.
 */
export function parseEventFile(text: string, known: KnownEvent): EventFile {
  const json = parseJson(text)
  const parsed = v.safeParse(eventFile, json)
  const faults = [...(parsed.issues ?? []).map(faultText), ...checkFile(json, known)]
  if (!parsed.success || faults.length > 0) throw new FaultyEvent([...new Set(faults)])
  return parsed.output
}
