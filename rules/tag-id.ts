import { plainText } from './text'

/** The alphabet of tag ids: no vowels, so that no words appear, and no characters that look or sound alike. */
export const TAG_ID_ALPHABET = '23456789bcdfghjkmnpqrstvwxyz'

/** 86 random bits. */
export const TAG_ID_LENGTH = 18

/** Byte values below this map evenly to letters; larger ones are discarded to avoid bias. */
const UNBIASED_BYTES = 256 - (256 % TAG_ID_ALPHABET.length)

/** Creates a random id that cannot be guessed. */
export function makeTagId(): string {
  const letters = Array.from({ length: TAG_ID_LENGTH }, () => {
    for (;;) {
      const [byte = 255] = crypto.getRandomValues(new Uint8Array(1))
      if (byte < UNBIASED_BYTES) return TAG_ID_ALPHABET.charAt(byte % TAG_ID_ALPHABET.length)
    }
  })
  return letters.join('')
}

const GROUPS = /.{3}(?=.)/g
const MADE = new RegExp(`^[${TAG_ID_ALPHABET}]{${TAG_ID_LENGTH}}$`)
/** The form of every tag id of an event. Nothing of this form is a domain, a path or a scheme. */
const ANY_TAG = /^[\w-]{1,64}$/

/** Whether a text has the form of a tag id. */
export const isTagId = (text: string) => ANY_TAG.test(text)

/**
 * Formats an id in groups of three for typing: `k7m 2pq 9xv 4bt hn8 w3z`. Leaves an organiser's own
 * id unchanged.
 */
export function groupTagId(nfcId: string): string {
  return MADE.test(nfcId) ? nfcId.replace(GROUPS, '$& ') : nfcId
}

/**
 * Parses a typed tag id; null if the text cannot be a tag id. Ids of the printed sheets are
 * accepted in groups, with hyphens and in upper case. An organiser's own id, such as `tim-0001`, is
 * only trimmed, because ids that differ only in case may both exist. No letters are substituted:
 * printed ids have none that can be mistaken.
 */
export function parseTypedTagId(typed: string): string | null {
  const text = plainText(typed)
  const made = text.replace(/[\s-]/g, '').toLowerCase()
  if (MADE.test(made)) return made
  return isTagId(text) ? text : null
}

/**
 * Bytes before the address in a tag's file: the length (2 bytes) and the header of a short record,
 * including the scheme (5 bytes).
 */
const HEADER_BYTES = 7

/**
 * Builds the content of a tag that proves each touch: its address with placeholders for the proof,
 * and the file offsets at which the chip writes the proof's parts.
 */
export function tagTemplate(url: string) {
  const template = `${url}?picc=${'0'.repeat(32)}&cmac=${'0'.repeat(16)}`
  const written = template.replace(/^https?:\/\//, '')
  const offsetOf = (field: string) => HEADER_BYTES + written.indexOf(field) + field.length
  return { template, piccOffset: offsetOf('?picc='), cmacOffset: offsetOf('&cmac=') }
}
