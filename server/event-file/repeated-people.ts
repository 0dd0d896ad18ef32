import { caseKey, uniqueNickname } from '#rules/account'
import { parseMobile } from '../mobile'
import { type Fault, faultAt, type Path } from './fault'
import { elementsOf, type Placed, textsOf } from './json-values'
import { quoted } from './quoted'

export function alreadyAt(path: Path, value: string, earlier: Path): Fault {
  return faultAt(path, 'is already at', { value: quoted(value), earlier })
}

const KEYS = [
  ['mobile', parseMobile],
  ['email', caseKey],
  ['nickname', uniqueNickname],
] as const

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
  readonly key: string
}

/** All by which a person of the file is known. */
function identitiesOf(element: Placed<unknown>): Identity[] {
  return KEYS.flatMap(([name, normalise]) =>
    textsOf([element], name).flatMap((text) => {
      const normal = normalise(text.value)
      return normal === null ? [] : [{ ...text, key: `${name} ${normal}` }]
    }),
  )
}

/** One person has one role, so organisers are compared with the staff. Whoever is in the file twice is one fault, not three. */
export function repeatedPeople(json: unknown, repeatedVendors: readonly Fault[]): Fault[] {
  const ofVendors = elementsOf(json, 'vendors').flatMap(({ path, value }) => elementsOf(value, 'staff', path))
  const seen = new Map<string, Seen>()
  return [...ofVendors, ...elementsOf(json, 'organisers')].flatMap((element, index) => {
    const identities = identitiesOf(element)
    const repeats = identities.flatMap(({ key, path, value }) => {
      const earlier = seen.get(key)
      return earlier === undefined ? [] : [{ path, value, earlier }]
    })
    const person = repeats[0]?.earlier.person ?? index
    for (const { key, path } of identities) if (!seen.has(key)) seen.set(key, { path, person })
    return repeats
      .filter(({ earlier }, at) => repeats.findIndex((other) => other.earlier.person === earlier.person) === at)
      .filter(({ path, earlier }) => !isCopied(path, earlier.path, repeatedVendors))
      .map(({ path, value, earlier }) => alreadyAt(path, value, earlier.path))
  })
}
