import * as v from 'valibot'
import type { EventFile } from '#contract/event'
import { caseKey, uniqueNickname } from '#rules/account'
import { type EventFaultName, eventFaultTexts } from '#texts/event-faults'
import { parseMobile } from '../mobile'
import { localTime } from '../time'
import { type Fault, FaultyEvent, faultAt, type Path, quoted } from './faults'
import { eventFile, isJsonObject, type ParsedEvent, parseInstant, SEPARATOR } from './schema'

/** A value and its place in the file. */
interface Located<T> {
  readonly path: Path
  readonly value: T
}

function valueAt(parent: unknown, key: string): unknown {
  return isJsonObject(parent) ? parent[key] : undefined
}

/** The elements of the list under a key; empty if there is none. */
function elementsOf(parent: unknown, key: string, parentPath: Path = []): Located<unknown>[] {
  const list = valueAt(parent, key)
  if (!Array.isArray(list)) return []
  return list.map((value: unknown, index) => ({ path: [...parentPath, key, index], value }))
}

/** The strings under a key of each element; other types are skipped. */
function textsOf(elements: readonly Located<unknown>[], key: string): Located<string>[] {
  return elements
    .map(({ path, value }): Located<unknown> => ({ path: [...path, key], value: valueAt(value, key) }))
    .filter(isText)
}

function isText(element: Located<unknown>): element is Located<string> {
  return typeof element.value === 'string'
}

/** `normalise` makes equal what is the same, and null or empty what is nothing. */
function repeated(
  texts: readonly Located<string>[],
  name: EventFaultName = 'repeated',
  normalise: (text: string) => string | null = (text) => text,
): Fault[] {
  const first = new Map<string, Path>()
  return texts.flatMap(({ path, value }) => {
    const key = normalise(value)
    if (key === null || key === '') return []
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, path)
    return earlier === undefined ? [] : [faultAt(path, name, { value: quoted(value), earlier })]
  })
}

/** References to nothing. */
function unknown(texts: readonly Located<string>[], known: ReadonlySet<string>, name: 'no_vendor' | 'no_point_type'): Fault[] {
  return texts.filter(({ value }) => !known.has(value)).map(({ path, value }) => faultAt(path, name, { value: quoted(value) }))
}

function checkWindow(settings: unknown, present: EventFile['settings']): Fault[] {
  /** The time that applies after the file: the file's, else the present one; null if it is open or cannot be parsed. */
  function momentOf(key: 'starts_at' | 'ends_at'): number | null {
    const given = valueAt(settings, key)
    const text = given === undefined ? present[key] : given
    return typeof text === 'string' ? parseInstant(text) : null
  }
  const [startsAt, endsAt] = [momentOf('starts_at'), momentOf('ends_at')]
  if (startsAt === null || endsAt === null || startsAt < endsAt) return []
  const key = valueAt(settings, 'ends_at') === undefined ? 'starts_at' : 'ends_at'
  return [faultAt(['settings', key], 'ends_early', { values: [localTime(startsAt)] })]
}

/**
 * Finds errors between the parts of a file: duplicates, broken references, an event that ends before it starts. Works on the
 * raw values, so that it finds all of them even if single values are invalid.
 */
function checkFile(json: unknown, present: EventFile): Fault[] {
  const pointTypes = textsOf(elementsOf(json, 'point_types'), 'point_type')
  const vendors = elementsOf(json, 'vendors')
  const vendorIds = textsOf(vendors, 'vendor_id')
  const offers = vendors.map(({ path, value }) => elementsOf(value, 'point_types', path).filter(isText))
  const tags = elementsOf(json, 'tags')
  // One person has one role, so organisers are compared with the staff.
  const people = [...vendors.flatMap(({ path, value }) => elementsOf(value, 'staff', path)), ...elementsOf(json, 'organisers')]
  const knownTypes = new Set([...present.point_types.map((type) => type.point_type), ...pointTypes.map(({ value }) => value)])
  const knownVendors = new Set([...present.vendors.map((vendor) => vendor.vendor_id), ...vendorIds.map(({ value }) => value)])
  return [
    ...checkWindow(valueAt(json, 'settings'), present.settings),
    ...repeated(pointTypes),
    ...repeated(vendorIds),
    ...offers.flatMap((offer) => [...repeated(offer), ...unknown(offer, knownTypes, 'no_point_type')]),
    ...repeated(textsOf(people, 'mobile'), 'repeated_mobile', parseMobile),
    ...repeated(textsOf(people, 'email'), 'repeated_email', caseKey),
    ...repeated(textsOf(people, 'nickname'), 'repeated_nickname', uniqueNickname),
    ...repeated(textsOf(people, 'user_id'), 'repeated_person'),
    ...repeated(textsOf(tags, 'nfc_id')),
    ...unknown(textsOf(tags, 'vendor_id'), knownVendors, 'no_vendor'),
    ...unknown(textsOf(tags, 'point_type'), knownTypes, 'no_point_type'),
  ]
}

const isName = (text: string): text is EventFaultName => Object.hasOwn(eventFaultTexts, text)

function faultOf({ path: keys, input, message, type }: v.BaseIssue<unknown>): Fault {
  const path = (keys ?? []).map(({ key }) => (typeof key === 'number' ? key : String(key)))
  if (input === undefined) return faultAt(path, 'missing')
  // Messages of fields that all calls share are faults of the event too.
  const [name = '', ...values] = message.split(SEPARATOR)
  if (!isName(name)) throw new Error(`the message of a schema is "${message}", which is no fault of the event`)
  // Where the key itself is not allowed, its value does not matter.
  return faultAt(path, name, { values, value: type === 'never' ? null : quoted(input) })
}

function begins(path: Path, start: Path): boolean {
  return start.every((key, index) => path[index] === key)
}

/** Parses the value of an event file that is to change the present event. Throws `FaultyEvent` with every fault. */
export function parseEvent(json: unknown, present: EventFile): ParsedEvent {
  const parsed = v.safeParse(eventFile, json, { abortPipeEarly: true })
  const wrong = (parsed.issues ?? []).map(faultOf)
  // What is wrong in itself is not also repeated, or a reference to nothing.
  const others = checkFile(json, present).filter(({ path }) => !wrong.some((fault) => begins(path, fault.path)))
  const faults = [...wrong, ...others]
  if (!parsed.success || faults.length > 0) throw new FaultyEvent(faults)
  return parsed.output
}
