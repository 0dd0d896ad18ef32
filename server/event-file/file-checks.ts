import { localTime } from '../time'
import { type Fault, faultAt, type Path } from './fault'
import { parseInstant } from './instant'
import { elementsOf, isJsonObject, type Placed, textsOf } from './json-values'
import { quoted } from './quoted'
import { alreadyAt, repeatedPeople } from './repeated-people'

/** The rows of the database that a file may refer to. */
export interface KnownEvent {
  readonly vendorIds: ReadonlySet<string>
  readonly pointTypes: ReadonlySet<string>
  /** ms since the epoch, null = open. */
  readonly startsAt: number | null
  readonly endsAt: number | null
}

function repeated(texts: readonly Placed<string>[]): Fault[] {
  const first = new Map<string, Path>()
  return texts.flatMap(({ path, value }) => {
    const earlier = first.get(value)
    if (earlier === undefined) first.set(value, path)
    return earlier === undefined ? [] : [alreadyAt(path, value, earlier)]
  })
}

/** References to nothing. `known` is null where the list that they refer to is itself faulty: then nobody can tell. */
function unknown(texts: readonly Placed<string>[], known: ReadonlySet<string> | null, what: string): Fault[] {
  if (known === null) return []
  return texts
    .filter(({ value }) => !known.has(value))
    .map(({ path, value }) => faultAt(path, `is no ${what} of the file or the database`, { value: quoted(value) }))
}

/** All ids that may be referred to; null if an entry of the file has no readable one. */
function idsOf(json: unknown, list: string, key: string, stored: ReadonlySet<string>): ReadonlySet<string> | null {
  const value = isJsonObject(json) ? json[list] : undefined
  const elements = elementsOf(json, list)
  const ids = textsOf(elements, key)
  if ((value !== undefined && !Array.isArray(value)) || ids.length < elements.length) return null
  return new Set([...stored, ...ids.map((one) => one.value)])
}

function isText(element: Placed<unknown>): element is Placed<string> {
  return typeof element.value === 'string'
}

/** The time that applies after the file: the file's, else the database's; undefined if it cannot be parsed. */
function momentOf(settings: unknown, key: string, stored: number | null): number | null | undefined {
  const value = isJsonObject(settings) ? settings[key] : undefined
  if (value === undefined) return stored
  if (value === null) return null
  return typeof value === 'string' ? (parseInstant(value) ?? undefined) : undefined
}

function checkWindow(json: unknown, known: KnownEvent): Fault[] {
  const settings = isJsonObject(json) ? json.settings : undefined
  const startsAt = momentOf(settings, 'starts_at', known.startsAt)
  const endsAt = momentOf(settings, 'ends_at', known.endsAt)
  if (startsAt == null || endsAt == null || startsAt < endsAt) return []
  const key = isJsonObject(settings) && 'ends_at' in settings ? 'ends_at' : 'starts_at'
  return [faultAt(['settings', key], `the event must end after it starts (${localTime(startsAt)})`)]
}

/**
 * Finds errors between the parts of a file: duplicates, broken references, an event that ends before it starts. Works on the
 * raw values, so that it finds all of them even if single values are invalid.
 */
export function checkFile(json: unknown, known: KnownEvent): Fault[] {
  const pointTypes = textsOf(elementsOf(json, 'point_types'), 'point_type')
  const vendors = elementsOf(json, 'vendors')
  const offers = vendors.map(({ path, value }) => elementsOf(value, 'point_types', path).filter(isText))
  const tags = elementsOf(json, 'tags')
  const knownTypes = idsOf(json, 'point_types', 'point_type', known.pointTypes)
  const knownVendors = idsOf(json, 'vendors', 'vendor_id', known.vendorIds)
  const repeatedVendors = repeated(textsOf(vendors, 'vendor_id'))
  return [
    ...checkWindow(json, known),
    ...repeated(pointTypes),
    ...repeatedVendors,
    ...offers.flatMap((offer) => [...repeated(offer), ...unknown(offer, knownTypes, 'point type')]),
    ...repeatedPeople(json, repeatedVendors),
    ...repeated(textsOf(tags, 'nfc_id')),
    ...unknown(textsOf(tags, 'vendor_id'), knownVendors, 'vendor'),
    ...unknown(textsOf(tags, 'point_type'), knownTypes, 'point type'),
  ]
}
