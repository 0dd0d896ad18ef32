import * as v from 'valibot'
import { id } from '#contract/fields'
import { parseTagProof, type TagProof } from '#contract/tag-proof'
import { parseVoucher } from '#contract/voucher'
import { parseTypedTagId } from '#rules/tag-id'

/** The meaning of a text from a tag, a QR code or the keyboard. */
export type ScanTarget =
  | { readonly is: 'tag'; readonly nfcId: string; readonly proof?: TagProof }
  | { readonly is: 'team'; readonly teamId: string }
  /** Signs in as this user, after confirmation. */
  | { readonly is: 'sign-in-link'; readonly userId: string; readonly token: string }
  /** A team's copies of awards. */
  | { readonly is: 'vouchers'; readonly vouchers: readonly string[] }
  | Refused

export interface Refused {
  readonly is: 'refused'
  /** `empty`: no content. `foreign`: readable, but not of this game. `unreadable`: an address of this game with an invalid id. */
  readonly reason: 'empty' | 'foreign' | 'unreadable'
}

/** What was scanned, if it belongs to this game. */
export type FoundTarget = Exclude<ScanTarget, Refused>

const refused = (reason: Refused['reason']): Refused => ({ is: 'refused', reason })

/** Matches only ids that the server accepts, and nothing that could be a domain, a path or a scheme. */
const BARE_TAG_ID = /^[\da-z][\da-z_-]{2,127}$/i
/** A booth shows five awards at once. */
const MOST_VOUCHERS = 5
const HAS_SCHEME = /^[a-z][\da-z+.-]*:/i

/** The id in a path segment, decoded; null if it is invalid. */
function idIn(part: string | undefined): string | null {
  if (part === undefined) return null
  try {
    const decoded = v.safeParse(id, decodeURIComponent(part))
    return decoded.success && !/[/\\]/.test(decoded.output) ? decoded.output : null
  } catch {
    return null
  }
}

function ownAddress({ pathname, searchParams }: URL): ScanTarget {
  const [, place, first, second, ...more] = pathname.replace(/\/$/, '').split('/')
  if (place === 'd') {
    const isVoucher = first !== undefined && second === undefined && parseVoucher(first) !== null
    return isVoucher ? { is: 'vouchers', vouchers: [first] } : refused('unreadable')
  }
  if (place !== 's' && place !== 'qr' && place !== 'l') return refused('foreign')
  const [firstId, secondId] = [idIn(first), idIn(second)]
  if (firstId === null || more.length > 0) return refused('unreadable')
  if (place === 'l') {
    return secondId === null ? refused('unreadable') : { is: 'sign-in-link', userId: firstId, token: secondId }
  }
  if (second !== undefined) return refused('unreadable')
  if (place === 'qr') return { is: 'team', teamId: firstId }
  const proof = parseTagProof(searchParams.get('picc'), searchParams.get('cmac'))
  return { is: 'tag', nfcId: firstId, ...(proof === null ? {} : { proof }) }
}

/**
 * Parses a scanned address. Accepts only the page's own `origin`, and uses nothing of the address but its ids and a touch's proof, so that a
 * scanned text can't lead to another site.
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
  return address.origin === origin && plain ? ownAddress(address) : refused('foreign')
}

/** Parses a scanned text: one of this site's addresses, a bare tag id, or several copies of awards, one a line. */
export function parseScanned(read: string, origin: string): ScanTarget {
  const text = read.trim()
  const lines = text.split('\n')
  if (lines.length > 1 && lines.length <= MOST_VOUCHERS) {
    const targets = lines.map((line) => parseAddress(line, origin))
    const vouchers = targets.flatMap((target) => (target.is === 'vouchers' ? target.vouchers : []))
    return vouchers.length === lines.length ? { is: 'vouchers', vouchers } : refused('foreign')
  }
  return BARE_TAG_ID.test(text) ? { is: 'tag', nfcId: text } : parseAddress(text, origin)
}

/** Parses typed text: the code printed below a tag, or an address. */
export function parseTyped(typed: string, origin: string): ScanTarget {
  const text = typed.normalize('NFKC').trim()
  if (HAS_SCHEME.test(text)) return parseAddress(text, origin)
  if (text === '') return refused('empty')
  const nfcId = parseTypedTagId(text)
  return nfcId === null ? refused('foreign') : { is: 'tag', nfcId }
}

/** The first valid target of texts scanned together; without one, the first refusal. */
export function targetOfTexts(texts: readonly string[], origin: string): ScanTarget {
  const targets = texts.map((text) => parseScanned(text, origin))
  return targets.find(({ is }) => is !== 'refused') ?? targets[0] ?? refused('empty')
}
