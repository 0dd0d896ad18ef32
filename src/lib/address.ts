import * as v from 'valibot'
import { id } from '#contract/fields'

/** The parts of a path of this site: its first word in any case, and slashes may be doubled. */
export function partsOf(pathname: string): readonly [place: string, ...rest: string[]] {
  const [place = '', ...rest] = pathname.split('/').filter((part) => part !== '')
  return [place.toLowerCase(), ...rest]
}

/** The id in a part of a path, decoded and cleaned; null if it is none. */
export function idIn(part: string | undefined): string | null {
  if (part === undefined) return null
  try {
    const decoded = v.safeParse(id, decodeURIComponent(part))
    return decoded.success && !/[/\\]/.test(decoded.output) ? decoded.output : null
  } catch {
    return null
  }
}

/** Places followed by ids, whose case matters. */
const WITH_IDS = /^(qr|s|t)$/
const WITH_SECRETS = /^[ld]$/

/** A path in the one spelling that screens and guards know. What cannot be decoded is no path of this site and leads to its start. */
export function plainPath(pathname: string): string {
  const [place, ...rest] = partsOf(pathname)
  if (WITH_SECRETS.test(place)) return `/${[place, ...rest].join('/')}`
  if (!WITH_IDS.test(place)) return `/${[place, ...rest].join('/').toLowerCase()}`
  const ids = rest.map(idIn)
  return ids.includes(null)
    ? '/'
    : `/${[place, ...ids.map((one) => encodeURIComponent(one ?? ''))].join('/')}`
}
