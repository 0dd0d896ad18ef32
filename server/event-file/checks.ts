import { caseKey, uniqueNickname } from '#rules/account'
import type { EventFaultName } from '#texts/event-faults'
import { parseMobile } from '../mobile'
import { localTime } from '../time'
import { type Fault, faultAt, type Path, quoted } from './faults'
import { elementsOf, isJsonObject, type Placed, textsOf } from './json'
import { parseInstant } from './schema'

/** The rows of the database that a file may refer to. */
export interface KnownEvent {
  readonly vendorIds: ReadonlySet<string>
  readonly pointTypes: ReadonlySet<string>
  /** ms since the epoch, null = open. */
  readonly startsAt: number | null
  readonly endsAt: number | null
}

function alreadyAt(path: Path, value: string, earlier: Path, says: EventFaultName = 'repeated'): Fault {
  return faultAt(path, says, { value: quoted(value), earlier })
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
function unknown(
  texts: readonly Placed<string>[],
  known: ReadonlySet<string> | null,
  says: 'no_vendor' | 'no_point_type',
): Fault[] {
  if (known === null) return []
  return texts.filter(({ value }) => !known.has(value)).map(({ path, value }) => faultAt(path, says, { value: quoted(value) }))
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
  return [faultAt(['settings', key], 'ends_early', { values: [localTime(startsAt)] })]
}

const KEYS = [
  ['mobile', parseMobile],
  ['email', caseKey],
  ['nickname', uniqueNickname],
  ['user_id', (id: string) => id],
] as const
const SAYS = {
  mobile: 'repeated_mobile',
  email: 'repeated_email',
  nickname: 'repeated_nickname',
  user_id: 'repeated_person',
} as const

interface Seen {
  readonly path: Path
  /** The number of the person. */
  readonly person: number
}

/** Whether a booth that is in the file twice brings its staff with it. */
function isCopied(path: Path, earlier: Path, repeatedVendors: readonly Fault[]): boolean {
  const vendorOf = (of: Path | null | undefined) => JSON.stringify(of?.slice(0, 2))
  return repeatedVendors.some(
    (vendor) => vendorOf(vendor.place.path) === vendorOf(path) && vendorOf(vendor.earlier?.path) === vendorOf(earlier),
  )
}

interface Identity extends Placed<string> {
  readonly name: keyof typeof SAYS
  readonly key: string
}

/** All by which a person of the file is known. */
function identitiesOf(element: Placed<unknown>): Identity[] {
  return KEYS.flatMap(([name, normalise]) =>
    textsOf([element], name).flatMap((text) => {
      const normal = normalise(text.value)
      return normal === null || normal === '' ? [] : [{ ...text, name, key: `${name} ${normal}` }]
    }),
  )
}

/** One person has one role, so organisers are compared with the staff. Whoever is in the file twice is one fault, not three. */
function repeatedPeople(json: unknown, repeatedVendors: readonly Fault[]): Fault[] {
  const ofVendors = elementsOf(json, 'vendors').flatMap(({ path, value }) => elementsOf(value, 'staff', path))
  const seen = new Map<string, Seen>()
  return [...ofVendors, ...elementsOf(json, 'organisers')].flatMap((element, index) => {
    const identities = identitiesOf(element)
    const repeats = identities.flatMap(({ key, ...identity }) => {
      const earlier = seen.get(key)
      return earlier === undefined ? [] : [{ ...identity, earlier }]
    })
    const person = repeats[0]?.earlier.person ?? index
    for (const { key, path } of identities) if (!seen.has(key)) seen.set(key, { path, person })
    return repeats
      .filter(({ earlier }, at) => repeats.findIndex((other) => other.earlier.person === earlier.person) === at)
      .filter(({ path, earlier }) => !isCopied(path, earlier.path, repeatedVendors))
      .map(({ path, name, value, earlier }) => alreadyAt(path, value, earlier.path, SAYS[name]))
  })
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
    ...offers.flatMap((offer) => [...repeated(offer), ...unknown(offer, knownTypes, 'no_point_type')]),
    ...repeatedPeople(json, repeatedVendors),
    ...repeated(textsOf(tags, 'nfc_id')),
    ...unknown(textsOf(tags, 'vendor_id'), knownVendors, 'no_vendor'),
    ...unknown(textsOf(tags, 'point_type'), knownTypes, 'no_point_type'),
  ]
}
