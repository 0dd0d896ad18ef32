const READ_MAX = 1_000
const WORDS_MAX = 120

/** Collects all texts of a JSON value, in order. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // Keep only an HTML page's text.
    return text.replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>/gis, ' ')
  }
}

/** Addresses, e-mails, and anything that may be a number, a code or a token. */
const PRIVATE = /\S+:\/\/\S+|\S+@\S+|\+?\d(?:[\s().-]*\d){4,}|(?=\w*\d)\w{12,}/g

/**
 * Shortens a provider's answer to its message, without anything that may come from the SMS or its
 * recipient. Empty if there is none.
 */
export function wordsOf(answer: string): string {
  const all = textsIn(parsed(answer.slice(0, READ_MAX))).join(' · ')
  const words = all
    .replaceAll(PRIVATE, '…')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  return words.length <= WORDS_MAX ? words : `${words.slice(0, WORDS_MAX - 1).trimEnd()}…`
}

/** Returns a key that is equal for answers of one kind, even if each has its own id or time. */
export function kindOfAnswer(why: string): string {
  const [status, ...words] = why.split(': ')
  return [status, ...words.map((text) => text.replaceAll(/\S*\d\S*/g, ''))].join(': ')
}
