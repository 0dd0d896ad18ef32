import type { NdefRecord } from '../../scanner/web-nfc'

export type TagContent =
  | { readonly is: 'blank' }
  /** Exactly one record, with a tag URL of this site. */
  | { readonly is: 'own'; readonly nfcId: string }
  /** Anything else; `text` is its readable part, possibly empty. */
  | { readonly is: 'foreign'; readonly text: string }

const SHOWN_MAX = 80

export function tagAddress(nfcId: string, origin: string): string {
  return new URL(`/s/${encodeURIComponent(nfcId)}`, origin).href
}

function idIn(address: string, origin: string): string | null {
  if (!URL.canParse(address)) return null
  const encoded = /^\/s\/([^/]+)$/.exec(new URL(address).pathname)?.[1]
  if (encoded === undefined) return null
  try {
    const nfcId = decodeURIComponent(encoded)
    // Compares the whole URL, so that one with extra parts such as a query is not accepted.
    return tagAddress(nfcId, origin) === address ? nfcId : null
  } catch {
    return null
  }
}

function textOf({ recordType, data }: NdefRecord): string {
  if (!/^(url|absolute-url|text)$/.test(recordType) || data == null) return ''
  return new TextDecoder().decode(data)
}

export function tagContent(records: readonly NdefRecord[], origin: string): TagContent {
  const filled = records.filter(({ recordType }) => recordType !== 'empty')
  const [first, ...others] = filled
  if (first === undefined) return { is: 'blank' }
  const text = textOf(first)
  const nfcId = first.recordType === 'url' && others.length === 0 ? idIn(text, origin) : null
  return nfcId === null ? { is: 'foreign', text: text.slice(0, SHOWN_MAX) } : { is: 'own', nfcId }
}

export function sameContent(a: TagContent, b: TagContent): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
