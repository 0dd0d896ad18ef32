import { parseTagProof, type TagProof } from '#contract/tag-proof'
import { parseVoucher } from '#contract/voucher'
import { idIn, partsOf } from '#lib/address'
import { parseUrl } from '#lib/parse-url'
import { isTagId, parseTypedTagId } from '#rules/tag-id'
import { isBounded, plainText } from '#rules/text'
import type { DetectedCode } from './codes'

/** The meaning of a text from a tag, a QR code or the keyboard. */
export type ScanTarget =
  | { readonly kind: 'tag'; readonly nfcId: string; readonly proof?: TagProof }
  | { readonly kind: 'team'; readonly teamId: string }
  /** A captain's invitation into this team. */
  | { readonly kind: 'invitation'; readonly teamId: string; readonly token: string }
  /** Signs in as this user, after confirmation. */
  | { readonly kind: 'sign-in-link'; readonly userId: string; readonly token: string }
  /** A team's copy of an award. */
  | { readonly kind: 'voucher'; readonly voucher: string }
  | Refused

export interface Refused {
  readonly kind: 'refused'
  /**
   * `empty`: no content. `foreign`: readable, but not of this game. `page`: another screen of this
   * game. `unreadable`: an address of this game with an invalid id.
   */
  readonly reason: 'empty' | 'foreign' | 'page' | 'unreadable'
  /** The host, if it is another site's address. */
  readonly host?: string
}

/** The target of a scan that belongs to this game. */
export type FoundTarget = Exclude<ScanTarget, Refused>

const refused = (reason: Refused['reason']): Refused => ({ kind: 'refused', reason })

const HAS_SCHEME = /^[a-z][\da-z+.-]*:/i

function voucherIn(parts: readonly string[]): ScanTarget {
  const [first] = parts
  const isVoucher = first !== undefined && parts.length === 1 && parseVoucher(first) !== null
  return isVoucher ? { kind: 'voucher', voucher: first } : refused('unreadable')
}

function ownAddress({ pathname, searchParams }: URL): ScanTarget {
  const [first, ...parts] = partsOf(pathname)
  if (first === 'd') return voucherIn(parts)
  if (!/^(s|qr|l|t)$/.test(first)) return refused('page')
  const [id, second] = [idIn(parts[0]), parts[1]]
  if (id === null || parts.length > (first === 'l' ? 2 : 1)) return refused('unreadable')
  if (first === 'qr') return { kind: 'team', teamId: id }
  if (first === 's') {
    const proof = parseTagProof(searchParams.get('picc'), searchParams.get('cmac'))
    return { kind: 'tag', nfcId: id, ...(proof === null ? {} : { proof }) }
  }
  const token = idIn(first === 'l' ? second : (searchParams.get('i') ?? undefined))
  if (token === null) return refused('unreadable')
  return first === 'l'
    ? { kind: 'sign-in-link', userId: id, token }
    : { kind: 'invitation', teamId: id, token }
}

/** Host and port without a default port, so that http and https addresses of a site are equal. */
function hostOf({ hostname, port }: URL): string {
  return `${hostname.replace(/\.$/, '')}:${/^(80|443)?$/.test(port) ? '' : port}`
}

/** Longest accepted text: three times as long as a voucher's address, the longest of this site. */
const READ_MAX = 1_000

/** Cleans a text for parsing; an overlong one cannot be from this game, so it becomes foreign. */
const cleaned = (read: string) => (isBounded(read, READ_MAX) ? plainText(read) : 'foreign:')

/**
 * Parses a scanned address. Accepts only `origins`, under http and https alike. Takes only ids,
 * tokens, vouchers and a touch's proof from an address, so that a scanned text cannot lead to
 * another site.
 */
export function parseAddress(read: string, origins: readonly string[]): ScanTarget {
  const text = cleaned(read)
  if (text === '') return refused('empty')
  if (!HAS_SCHEME.test(text) || /\s|\\/u.test(text)) return refused('foreign')
  const address = parseUrl(text)
  if (address === null || !/^https?:$/.test(address.protocol)) return refused('foreign')
  const isOwn = origins.some((origin) => hostOf(new URL(origin)) === hostOf(address))
  if (!isOwn || address.username !== '' || address.password !== '')
    return { ...refused('foreign'), host: address.host }
  return ownAddress(address)
}

/** Parses a scanned text: one of this site's addresses, or a bare tag id. */
export function parseScanned(read: string, origins: readonly string[]): ScanTarget {
  const text = cleaned(read)
  return isTagId(text) ? { kind: 'tag', nfcId: text } : parseAddress(text, origins)
}

/** Parses typed text: the code printed below a tag, or an address. */
export function parseTyped(typed: string, origins: readonly string[]): ScanTarget {
  const text = cleaned(typed)
  if (HAS_SCHEME.test(text)) return parseAddress(text, origins)
  if (text === '') return refused('empty')
  const nfcId = parseTypedTagId(text)
  return nfcId === null ? refused('foreign') : { kind: 'tag', nfcId }
}

/**
 * Parses the codes of one picture. Returns those of this game, nearest to the middle first; if
 * there are none, the refusal of the nearest code.
 */
export function targetsOf(
  codes: readonly DetectedCode[],
  origins: readonly string[],
): readonly FoundTarget[] | Refused {
  const nearest = codes.toSorted((one, other) => one.offMiddle - other.offMiddle)
  const targets = nearest.map(({ text }) => parseScanned(text, origins))
  const found = targets.filter((target): target is FoundTarget => target.kind !== 'refused')
  const first = targets[0] ?? refused('empty')
  return found.length > 0 || first.kind !== 'refused' ? found : first
}
