import * as v from 'valibot'
import { type EventFaultName, eventFaultTexts } from '#texts/event-faults'
import { checkFile, type KnownEvent } from './checks'
import { type Fault, FaultyEvent, faultAt, type Path, quoted } from './faults'
import { type EventFile, eventFile, SEPARATOR } from './schema'

const isName = (text: string): text is EventFaultName => Object.hasOwn(eventFaultTexts, text)

function faultOf({ path: keys, input, message, type }: v.BaseIssue<unknown>): Fault {
  const path = (keys ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)))
  if (input === undefined) return faultAt(path, 'missing')
  // Messages of fields that all calls share are faults of the event too.
  const [name = '', ...values] = message.split(SEPARATOR)
  if (!isName(name)) throw new Error(`a schema says "${message}", which is no fault of the event`)
  // Where the key itself is not allowed, its value does not matter.
  return faultAt(path, name, { values, value: type === 'never' ? null : quoted(input) })
}

function begins(path: Path, start: Path): boolean {
  return start.every((key, index) => path[index] === key)
}

/** Parses the value of an event file. Throws `FaultyEvent` with every fault. */
export function parseEvent(json: unknown, known: KnownEvent): EventFile {
  const parsed = v.safeParse(eventFile, json, { abortPipeEarly: true })
  const wrong = (parsed.issues ?? []).map(faultOf)
  // What is wrong in itself is not also repeated, or a reference to nothing.
  const others = checkFile(json, known).filter(({ path }) => !wrong.some((fault) => begins(path, fault.path)))
  const faults = [...wrong, ...others]
  if (!parsed.success || faults.length > 0) throw new FaultyEvent(faults)
  return parsed.output
}
