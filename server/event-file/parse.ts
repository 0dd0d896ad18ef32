import * as v from 'valibot'
import { type EventFaultName, eventFaultTexts } from '#texts/event-faults'
import { checkFile, type KnownEvent } from './checks'
import { type Fault, FaultyEvent, faultAt, type Path, quoted } from './faults'
import { type EventFile, eventFile, SEPARATOR } from './schema'

/** More mistakes in a key make another word of it. */
const MISTAKES_MOST = 2

type Issue = v.BaseIssue<unknown>

function pathOf({ path }: Issue): Path {
  return (path ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)))
}

const isMissing = ({ input }: Issue): boolean => input === undefined
// The key itself is not allowed there, so its value does not matter.
const isUnknownKey = ({ type, input }: Issue): boolean => type === 'never' && input !== undefined

/** Issues by the object that they are in. */
function byObject(issues: readonly Issue[]): Map<string, Issue[]> {
  const objects = new Map<string, Issue[]>()
  for (const issue of issues) {
    const object = JSON.stringify(pathOf(issue).slice(0, -1))
    objects.set(object, [...(objects.get(object) ?? []), issue])
  }
  return objects
}

const keyOf = (issue: Issue): string => String(pathOf(issue).at(-1) ?? '')

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
function closestSpelling(typed: string, words: readonly string[]): string | null {
  const [closest] = words
    .map((word) => ({ word, mistakes: distance(typed.toLowerCase(), word) }))
    .toSorted((one, other) => one.mistakes - other.mistakes)
  return closest !== undefined && closest.mistakes <= MISTAKES_MOST ? closest.word : null
}

/** By each misspelt key the missing one that was meant: the one fault follows from the other. */
function findMisspelt(issues: readonly Issue[]): Map<Issue, Issue> {
  const pairs = new Map<Issue, Issue>()
  for (const own of byObject(issues).values()) {
    const missing = own.filter(isMissing)
    for (const unknown of own.filter(isUnknownKey)) {
      const key = closestSpelling(keyOf(unknown), missing.map(keyOf))
      const [meant] = missing.splice(
        missing.findIndex((one) => keyOf(one) === key),
        key === null ? 0 : 1,
      )
      if (meant !== undefined) pairs.set(unknown, meant)
    }
  }
  return pairs
}

const isName = (text: string): text is EventFaultName => Object.hasOwn(eventFaultTexts, text)

/** What a schema's message says; those of fields that all calls share are faults of the event too. */
function saysOf({ message }: Issue): { says: EventFaultName; values: readonly string[] } {
  const [name = '', ...values] = message.split(SEPARATOR)
  if (!isName(name)) throw new Error(`a schema says "${message}", which is no fault of the event`)
  return { says: name, values }
}

function faultOf(issue: Issue): Fault {
  const path = pathOf(issue)
  if (isMissing(issue)) return faultAt(path, 'missing')
  const { says, values } = saysOf(issue)
  if (isUnknownKey(issue)) return faultAt(path, says, { values })
  return faultAt(path, says, { values, value: quoted(issue.input) })
}

/** Several checks of one value may complain in the same words. */
function withoutEchoes(issues: readonly Issue[]): Issue[] {
  const said = new Map(issues.toReversed().map((issue) => [JSON.stringify([pathOf(issue), issue.message]), issue]))
  return issues.filter((issue) => said.get(JSON.stringify([pathOf(issue), issue.message])) === issue)
}

/** What a schema found, without what only follows from something else. */
export function schemaFaults(all: readonly Issue[]): Fault[] {
  const issues = withoutEchoes(all)
  const misspelt = findMisspelt(issues)
  const meant = new Set(misspelt.values())
  return issues.flatMap((issue) => {
    if (meant.has(issue)) return []
    const key = misspelt.get(issue)
    return [key === undefined ? faultOf(issue) : faultAt(pathOf(issue), 'misspelt', { values: [keyOf(key)] })]
  })
}

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
