import { caseKey } from '#rules/account'
import { parseMobile } from '../../mobile'
import { quoted } from './fault-text'
import { parseInstant } from './instant'
import { elementsOf, isJsonObject, type Placed, textsOf } from './json-values'

/** The rows of the database that a file may refer to. */
export interface KnownEvent {
  readonly vendorIds: ReadonlySet<string>
  readonly pointTypes: ReadonlySet<string>
  /** ms since the epoch, null = open. */
  readonly startsAt: number | null
  readonly endsAt: number | null
}

function repeated(texts: readonly Placed<string>[], keyOf: (text: string) => string | null = (text) => text): string[] {
  const first = new Map<string, string>()
  const faults: string[] = []
  for (const { place, value } of texts) {
    const key = keyOf(value)
    if (key === null) continue
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, place)
    else faults.push(`${place}: ${quoted(value)} is already at ${earlier}`)
  }
  return faults
}

function unknown(texts: readonly Placed<string>[], known: ReadonlySet<string>, what: string): string[] {
  return texts
    .filter(({ value }) => !known.has(value))
    .map(({ place, value }) => `${place}: ${quoted(value)} is no ${what} of the file or the database`)
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

function checkWindow(json: unknown, known: KnownEvent): string[] {
  const settings = isJsonObject(json) ? json.settings : undefined
  const startsAt = momentOf(settings, 'starts_at', known.startsAt)
  const endsAt = momentOf(settings, 'ends_at', known.endsAt)
  if (startsAt == null || endsAt == null || startsAt < endsAt) return []
  const place = isJsonObject(settings) && 'ends_at' in settings ? 'settings.ends_at' : 'settings.starts_at'
  return [`${place}: the event must end after it starts (${new Date(startsAt).toISOString()})`]
}

/**
 * Finds errors between the parts of a file: duplicates, broken references, an event that ends before it starts. Works on the
 * raw values, so that it finds all of them even if single values are invalid.
 */
export function checkFile(json: unknown, known: KnownEvent): string[] {
  const pointTypes = textsOf(elementsOf(json, 'point_types'), 'point_type')
  const vendors = elementsOf(json, 'vendors')
  const vendorIds = textsOf(vendors, 'vendor_id')
  const offers = vendors.map(({ place, value }) => elementsOf(value, 'point_types', place).filter(isText))
  // One person has one role, so organisers are compared with the staff.
  const staff = [...vendors.flatMap(({ place, value }) => elementsOf(value, 'staff', place)), ...elementsOf(json, 'organisers')]
  const tags = elementsOf(json, 'tags')
  const knownTypes = new Set([...known.pointTypes, ...pointTypes.map(({ value }) => value)])
  const knownVendors = new Set([...known.vendorIds, ...vendorIds.map(({ value }) => value)])
  return [
    ...checkWindow(json, known),
    ...repeated(pointTypes),
    ...repeated(vendorIds),
    ...offers.flatMap((offer) => [...repeated(offer), ...unknown(offer, knownTypes, 'point type')]),
    ...repeated(textsOf(staff, 'mobile'), parseMobile),
    ...repeated(textsOf(staff, 'email'), caseKey),
    ...repeated(textsOf(staff, 'nickname'), caseKey),
    ...repeated(textsOf(tags, 'nfc_id')),
    ...unknown(textsOf(tags, 'vendor_id'), knownVendors, 'vendor'),
    ...unknown(textsOf(tags, 'point_type'), knownTypes, 'point type'),
  ]
}
