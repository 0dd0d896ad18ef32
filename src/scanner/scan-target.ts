import * as v from 'valibot'
import { id } from '#contract/fields'
import { parseTypedTagId } from '#rules/tag-id'

/** What was read from a tag, a QR code or a keyboard, as far as this game is concerned. */
export type ScanTarget =
  | { readonly is: 'tag'; readonly nfcId: string }
  | { readonly is: 'team'; readonly teamId: string }
  /** Signs somebody in: only after a question. */
  | { readonly is: 'sign-in-link'; readonly userId: string; readonly token: string }
  | Refused

export interface Refused {
  readonly is: 'refused'
  /**
   * `empty`: nothing was written. `foreign`: readable, and not of this game. `unreadable`: an address of this game whose
   * id is broken.
   */
  readonly reason: 'empty' | 'foreign' | 'unreadable'
}

const refused = (reason: Refused['reason']): Refused => ({ is: 'refused', reason })

/** Only what the server could have for an id, and nothing that passes for a domain, a path or a scheme. */
const BARE_TAG_ID = /^[\da-z][\da-z_-]{2,127}$/i
const HAS_SCHEME = /^[a-z][\da-z+.-]*:/i

/** The id that a part of a path spells, or null. */
function idIn(part: string | undefined): string | null {
  if (part === undefined) return null
  try {
    const decoded = v.safeParse(id, decodeURIComponent(part))
    return decoded.success && !/[/\\]/.test(decoded.output) ? decoded.output : null
  } catch {
    return null
  }
}

function ownAddress(pathname: string): ScanTarget {
  const [, place, first, second, ...more] = pathname.replace(/\/$/, '').split('/')
  if (place !== 's' && place !== 'qr' && place !== 'l') return refused('foreign')
  const [firstId, secondId] = [idIn(first), idIn(second)]
  if (firstId === null || more.length > 0) return refused('unreadable')
  if (place === 'l') {
    return secondId === null ? refused('unreadable') : { is: 'sign-in-link', userId: firstId, token: secondId }
  }
  if (second !== undefined) return refused('unreadable')
  return place === 's' ? { is: 'tag', nfcId: firstId } : { is: 'team', teamId: firstId }
}

/**
 * An address that was read. Only the page's own `origin` counts, and nothing of an address but its ids is ever used, so that
 * nothing that was read can lead anywhere else.
 */
export function parseAddress(read: string, origin: string): ScanTarget {
  const text = read.trim()
  if (text === '') return refused('empty')
  if (!HAS_SCHEME.test(text) || /\s|\p{Cc}|\\/u.test(text)) return refused('foreign')
  let address: URL
  try {
    address = new URL(text)
  } catch {
    return refused('foreign')
  }
  const plain = address.username === '' && address.password === ''
  return address.origin === origin && plain ? ownAddress(address.pathname) : refused('foreign')
}

/** A text that was read: one of this site's addresses, or a tag's id alone. */
export function parseScanned(read: string, origin: string): ScanTarget {
  const text = read.trim()
  return BARE_TAG_ID.test(text) ? { is: 'tag', nfcId: text } : parseAddress(text, origin)
}

/** A text that a person typed: the code printed under a tag, or an address. */
export function parseTyped(typed: string, origin: string): ScanTarget {
  const text = typed.normalize('NFKC').trim()
  if (HAS_SCHEME.test(text)) return parseAddress(text, origin)
  if (text === '') return refused('empty')
  const nfcId = parseTypedTagId(text)
  return nfcId === null ? refused('foreign') : { is: 'tag', nfcId }
}

/** Several texts that were read at once: the first that is ours, else why there is none. */
export function targetOfTexts(texts: readonly string[], origin: string): ScanTarget {
  const targets = texts.map((text) => parseScanned(text, origin))
  return targets.find(({ is }) => is !== 'refused') ?? targets[0] ?? refused('empty')
}
