import * as v from 'valibot'
import { id } from '#contract/fields'

/** Splits a path of this site. Ignores the first word's case and doubled slashes. */
export function partsOf(pathname: string): readonly [place: string, ...rest: string[]] {
  const [place = '', ...rest] = pathname.split('/').filter((part) => part !== '')
  return [place.toLowerCase(), ...rest]
}

/** Decodes and cleans the id in a part of a path; null if it is no id. */
export function idIn(part: string | undefined): string | null {
  if (part === undefined) return null
  try {
    const decoded = v.safeParse(id, decodeURIComponent(part))
    return decoded.success && !/[/\\]/.test(decoded.output) ? decoded.output : null
  } catch {
    return null
  }
}

/** First words of paths that are followed by ids, whose case matters. */
const WITH_IDS = /^(qr|s|t)$/
/** First words of paths that are followed by secrets, which stay exactly as they are. */
const WITH_SECRETS = /^[ld]$/

/**
 * Normalises a path to the spelling that screens and guards know. An undecodable path becomes the
 * start page.
 */
export function plainPath(pathname: string): string {
  const [place, ...rest] = partsOf(pathname)
  if (WITH_SECRETS.test(place)) return `/${[place, ...rest].join('/')}`
  if (!WITH_IDS.test(place)) return `/${[place, ...rest].join('/').toLowerCase()}`
  const ids = rest.map(idIn)
  return ids.includes(null)
    ? '/'
    : `/${[place, ...ids.map((one) => encodeURIComponent(one ?? ''))].join('/')}`
}
