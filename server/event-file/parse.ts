import * as v from 'valibot'
import type { EventFile } from '#contract/event'
import { uniqueNicknameKey } from '#rules/account'
import { type EventFaultName, eventFaultTexts } from '#texts/event-faults'
import { localTime } from '../time'
import { type Fault, FaultyEvent, faultAt, type Path, quoted, shortKey } from './faults'
import { eventFile, type JsonObject, type ParsedEvent, parseInstant, SEPARATOR } from './schema'
import { cutToLimits } from './size'

/** A value and its place in the file. */
interface Located<T> {
  readonly path: Path
  readonly value: T
}

function valueAt(parent: unknown, key: string | number): unknown {
  return typeof parent === 'object' && parent !== null ? (parent as JsonObject)[key] : undefined
}

/** Returns the elements of the list under a key; empty if there is no list. */
function elementsOf(parent: unknown, key: string, parentPath: Path = []): Located<unknown>[] {
  const list = valueAt(parent, key)
  if (!Array.isArray(list)) return []
  return list.map((value: unknown, index) => ({ path: [...parentPath, key, index], value }))
}

/** Returns each element's value under a key, if it is a string. */
function textsOf(elements: readonly Located<unknown>[], key: string): Located<string>[] {
  return elements
    .map(
      ({ path, value }): Located<unknown> => ({ path: [...path, key], value: valueAt(value, key) }),
    )
    .filter(isText)
}

function isText(element: Located<unknown>): element is Located<string> {
  return typeof element.value === 'string'
}

/**
 * Finds repeated values. `normalise` returns the same text for values that count as equal, and ''
 * for values to ignore.
 */
function repeated(
  texts: readonly Located<string>[],
  name: EventFaultName = 'repeated',
  normalise: (text: string) => string = (text) => text,
): Fault[] {
  const first = new Map<string, Path>()
  return texts.flatMap(({ path, value }) => {
    const key = normalise(value)
    if (key === '') return []
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, path)
    return earlier === undefined ? [] : [faultAt(path, name, { value: quoted(value), earlier })]
  })
}

/** Finds references to entries that do not exist. */
function dangling(
  texts: readonly Located<string>[],
  known: ReadonlySet<string>,
  name: 'no_vendor' | 'no_point_type',
): Fault[] {
  return texts
    .filter(({ value }) => !known.has(value))
    .map(({ path, value }) => faultAt(path, name, { value: quoted(value) }))
}

/** Checks that the event starts before it ends. `settings` has times in ms. */
function checkWindow(settings: unknown, present: EventFile['settings']): Fault[] {
  /**
   * Returns the time that applies after the file: the file's time, else the present time; null if
   * there is none, or if it is invalid.
   */
  function momentOf(key: 'starts_at' | 'ends_at'): number | null {
    const given = valueAt(settings, key)
    if (given === undefined) return present[key] === null ? null : parseInstant(present[key])
    return typeof given === 'number' ? given : null
  }
  const [startsAt, endsAt] = [momentOf('starts_at'), momentOf('ends_at')]
  if (startsAt === null || endsAt === null || startsAt < endsAt) return []
  const key = valueAt(settings, 'ends_at') === undefined ? 'starts_at' : 'ends_at'
  return [faultAt(['settings', key], 'ends_early', { values: [localTime(startsAt)] })]
}

/**
 * Finds errors between the parts of a file: repeated values, references to entries that do not
 * exist, an event that ends before it starts. Finds all such errors even if single values are
 * invalid, but leaves out the invalid values, which have a fault already.
 */
function checkParts(read: unknown, isWrong: (path: Path) => boolean, present: EventFile): Fault[] {
  const right = (texts: readonly Located<string>[]) => texts.filter(({ path }) => !isWrong(path))
  const rightTexts = (elements: readonly Located<unknown>[], key: string) =>
    right(textsOf(elements, key))
  const pointTypes = rightTexts(elementsOf(read, 'point_types'), 'point_type')
  const vendors = elementsOf(read, 'vendors')
  const vendorIds = rightTexts(vendors, 'vendor_id')
  const offers = vendors.map(({ path, value }) =>
    right(elementsOf(value, 'point_types', path).filter(isText)),
  )
  const tags = elementsOf(read, 'tags')
  // A person has only one role, so compare organisers with the staff.
  const people = [
    ...vendors.flatMap(({ path, value }) => elementsOf(value, 'staff', path)),
    ...elementsOf(read, 'organisers'),
  ]
  const knownTypes = new Set([
    ...present.point_types.map((type) => type.point_type),
    ...pointTypes.map(({ value }) => value),
  ])
  const knownVendors = new Set([
    ...present.vendors.map((vendor) => vendor.vendor_id),
    ...vendorIds.map(({ value }) => value),
  ])
  return [
    ...(isWrong(['settings', 'starts_at']) || isWrong(['settings', 'ends_at'])
      ? []
      : checkWindow(valueAt(read, 'settings'), present.settings)),
    ...repeated(pointTypes),
    ...repeated(vendorIds),
    ...offers.flatMap((offer) => [
      ...repeated(offer),
      ...dangling(offer, knownTypes, 'no_point_type'),
    ]),
    ...repeated(rightTexts(people, 'mobile'), 'repeated_mobile'),
    ...repeated(rightTexts(people, 'nickname'), 'repeated_nickname', uniqueNicknameKey),
    ...repeated(rightTexts(people, 'user_id'), 'repeated_person'),
    ...repeated(rightTexts(tags, 'nfc_id')),
    ...dangling(rightTexts(tags, 'vendor_id'), knownVendors, 'no_vendor'),
    ...dangling(rightTexts(tags, 'point_type'), knownTypes, 'no_point_type'),
  ]
}

const isName = (text: string): text is EventFaultName => Object.hasOwn(eventFaultTexts, text)

function faultOf({ path: keys, input, message, type }: v.BaseIssue<unknown>): Fault {
  const path = (keys ?? []).map(({ key }) =>
    typeof key === 'number' ? key : shortKey(String(key)),
  )
  if (input === undefined) return faultAt(path, 'missing')
  // A schema's message is the name of a fault, followed by its values. So the messages of fields
  // that are shared with calls must also be names of event faults.
  const [name = '', ...values] = message.split(SEPARATOR)
  if (!isName(name))
    throw new Error(`"${message}", the message of a schema, names no fault of the event`)
  // The value of a forbidden key does not matter.
  return faultAt(path, name, { values, value: type === 'never' ? null : quoted(input) })
}

/** Returns the check whether a path or one of its parents is in the list. */
function within(places: readonly Path[]): (path: Path) => boolean {
  const keyOf = (path: Path) => path.join('\n')
  const keys = new Set(places.map(keyOf))
  return (path) => path.some((_, index) => keys.has(keyOf(path.slice(0, index + 1))))
}

/** Parses an event file to be applied to the present event. Throws `FaultyEvent`. */
export function parseEvent(json: unknown, present: EventFile): ParsedEvent {
  const { file, beyond, countBeyond } = cutToLimits(json)
  const parsed = v.safeParse(eventFile, file, { abortPipeEarly: true })
  const wrong = (parsed.issues ?? []).map(faultOf)
  const isWrong = within([...beyond, ...wrong].map(({ path }) => path))
  // Quote values as written, not as normalised.
  const quotes = (fault: Fault) =>
    fault.value === null ? fault : { ...fault, value: quoted(fault.path.reduce(valueAt, file)) }
  const faults = [...wrong, ...checkParts(parsed.output, isWrong, present).map(quotes)]
  if (!parsed.success || beyond.length + faults.length > 0) {
    throw new FaultyEvent([...beyond, ...faults], countBeyond + faults.length)
  }
  return parsed.output
}
