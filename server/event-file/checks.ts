import { caseKey, uniqueNickname } from '#rules/account'
import type { EventFaultName } from '#texts/event-faults'
import { parseMobile } from '../mobile'
import { localTime } from '../time'
import { type Fault, faultAt, type Path, quoted } from './faults'
import { isJsonObject, parseInstant } from './schema'

/** The rows of the database that a file may refer to. */
export interface KnownEvent {
  readonly vendorIds: ReadonlySet<string>
  readonly pointTypes: ReadonlySet<string>
  /** ms since the epoch, null = open. */
  readonly startsAt: number | null
  readonly endsAt: number | null
}

/** A value and its place in the file. */
interface Placed<T> {
  readonly path: Path
  readonly value: T
}

function valueAt(parent: unknown, key: string): unknown {
  return isJsonObject(parent) ? parent[key] : undefined
}

/** The elements of the list under a key; empty if there is none. */
function elementsOf(parent: unknown, key: string, parentPath: Path = []): Placed<unknown>[] {
  const list = valueAt(parent, key)
  if (!Array.isArray(list)) return []
  return list.map((value: unknown, index) => ({ path: [...parentPath, key, index], value }))
}

/** The strings under a key of each element; other types are skipped. */
function textsOf(elements: readonly Placed<unknown>[], key: string): Placed<string>[] {
  return elements.map(({ path, value }): Placed<unknown> => ({ path: [...path, key], value: valueAt(value, key) })).filter(isText)
}

function isText(element: Placed<unknown>): element is Placed<string> {
  return typeof element.value === 'string'
}

/** `normalise` makes equal what is the same, and null or empty what is nothing. */
function repeated(
  texts: readonly Placed<string>[],
  says: EventFaultName = 'repeated',
  normalise: (text: string) => string | null = (text) => text,
): Fault[] {
  const first = new Map<string, Path>()
  return texts.flatMap(({ path, value }) => {
    const key = normalise(value)
    if (key === null || key === '') return []
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, path)
    return earlier === undefined ? [] : [faultAt(path, says, { value: quoted(value), earlier })]
  })
}

/** References to nothing. */
function unknown(texts: readonly Placed<string>[], known: ReadonlySet<string>, says: 'no_vendor' | 'no_point_type'): Fault[] {
  return texts.filter(({ value }) => !known.has(value)).map(({ path, value }) => faultAt(path, says, { value: quoted(value) }))
}

/** The time that applies after the file: the file's, else the database's; null too if it cannot be parsed. */
function momentOf(settings: unknown, key: string, stored: number | null): number | null {
  const value = valueAt(settings, key)
  if (value === undefined) return stored
  return typeof value === 'string' ? parseInstant(value) : null
}

function checkWindow(settings: unknown, known: KnownEvent): Fault[] {
  const startsAt = momentOf(settings, 'starts_at', known.startsAt)
  const endsAt = momentOf(settings, 'ends_at', known.endsAt)
  if (startsAt === null || endsAt === null || startsAt < endsAt) return []
  const key = valueAt(settings, 'ends_at') === undefined ? 'starts_at' : 'ends_at'
  return [faultAt(['settings', key], 'ends_early', { values: [localTime(startsAt)] })]
}

/**
 * Finds errors between the parts of a file: duplicates, broken references, an event that ends before it starts. Works on the
 * raw values, so that it finds all of them even if single values are invalid.
 */
export function checkFile(json: unknown, known: KnownEvent): Fault[] {
  const pointTypes = textsOf(elementsOf(json, 'point_types'), 'point_type')
  const vendors = elementsOf(json, 'vendors')
  const vendorIds = textsOf(vendors, 'vendor_id')
  const offers = vendors.map(({ path, value }) => elementsOf(value, 'point_types', path).filter(isText))
  const tags = elementsOf(json, 'tags')
  // One person has one role, so organisers are compared with the staff.
  const people = [...vendors.flatMap(({ path, value }) => elementsOf(value, 'staff', path)), ...elementsOf(json, 'organisers')]
  const knownTypes = new Set([...known.pointTypes, ...pointTypes.map(({ value }) => value)])
  const knownVendors = new Set([...known.vendorIds, ...vendorIds.map(({ value }) => value)])
  return [
    ...checkWindow(valueAt(json, 'settings'), known),
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
