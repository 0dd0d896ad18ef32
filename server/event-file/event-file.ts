import * as v from 'valibot'
import { type EventFile, eventFile } from './event-schema'
import type { Fault, Path } from './fault'
import { FaultyEvent } from './faulty-event'
import { checkFile, type KnownEvent } from './file-checks'
import { parseJson } from './json-text'
import { schemaFaults } from './schema-faults'

function begins(path: Path, start: Path): boolean {
  return start.every((key, index) => path[index] === key)
}

/** Whether another fault already says that there is something wrong with this value. */
function isKnownWrong({ place: { path } }: Fault, faults: readonly Fault[]): boolean {
  return path !== null && faults.some((other) => other.place.path !== null && begins(path, other.place.path))
}

/** Parses the value of an event file. Throws `FaultyEvent` with each fault that does not only follow from another. */
export function parseEvent(json: unknown, known: KnownEvent): EventFile {
  const parsed = v.safeParse(eventFile, json)
  const wrong = schemaFaults(parsed.issues ?? [])
  const faults = [...wrong, ...checkFile(json, known).filter((fault) => !isKnownWrong(fault, wrong))]
  if (!parsed.success || faults.length > 0) throw new FaultyEvent(faults)
  return parsed.output
}

/** Parses event.json. It may refer to rows of the database, which are passed in `known`. Throws `FaultyEvent`. */
export function parseEventFile(text: string, known: KnownEvent): EventFile {
  return parseEvent(parseJson(text), known)
}
