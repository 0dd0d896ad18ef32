const READ_MAX = 1_000
const WORDS_MAX = 120

/** All texts of a JSON value, in order. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    // A page's text stands between its tags.
    return text.replaceAll(/<(script|style)\b.*?<\/\1>|<[^>]*>/gis, ' ')
  }
}

/** Addresses, e-mails, and what is long enough to be a number, a code or a token. */
const PRIVATE = /\S+:\/\/\S+|\S+@\S+|\+?\d(?:[\s().-]*\d){4,}|(?=\w*\d)\w{12,}/g

/** A provider's words in its answer, in short and without what may be of the SMS or its recipient. Empty if there are none. */
export function wordsOf(answer: string): string {
  const all = textsIn(parsed(answer.slice(0, READ_MAX))).join(' · ')
  const words = all
    .replaceAll(PRIVATE, '…')
    .replaceAll(/[\p{C}\s]+/gu, ' ')
    .trim()
  return words.length <= WORDS_MAX ? words : `${words.slice(0, WORDS_MAX - 1).trimEnd()}…`
}

/** The same for all answers of one kind, though each may have an id or a time of its own. */
export function kindOfAnswer(why: string): string {
  const [status, ...words] = why.split(': ')
  return [status, ...words.map((text) => text.replaceAll(/\S*\d\S*/g, ''))].join(': ')
}
