import type { EventFile } from '#server/event-file/event-schema'

const RANDOM_PART_MIN = 10

/** Whether a stranger could guess the id: little after the first hyphen, or a counter at the end. */
function isEasyToGuess(nfcId: string): boolean {
  const random = nfcId.includes('-') ? nfcId.slice(nfcId.indexOf('-') + 1) : nfcId
  return random.length < RANDOM_PART_MIN || /[-_]\d{1,4}$/.test(nfcId)
}

/** Places named in one warning. */
const NAMED_MOST = 5
const ADVICE = 'end it with at least ten random characters'

/** A warning of all bonus tags with ids that are easy to guess: whoever knows such an address gets the points. */
export function weakBonusWarnings(file: EventFile): string[] {
  const weak = (file.tags ?? []).flatMap((tag, index) =>
    tag.nfc_type === 'bonus' && tag.proof === undefined && isEasyToGuess(tag.nfc_id)
      ? [{ place: `tags[${index}].nfc_id`, id: tag.nfc_id }]
      : [],
  )
  const [first, ...others] = weak
  if (first === undefined) return []
  if (others.length === 0) return [`${first.place}: the bonus "${first.id}" is easy to guess; ${ADVICE}`]
  const named = weak.slice(0, NAMED_MOST).map(({ place, id }) => `${place} "${id}"`)
  const rest = weak.length - named.length
  const places = [...named, ...(rest === 0 ? [] : [`${rest} more`])].join(', ')
  return [`${weak.length} bonuses are easy to guess, and each should end with at least ten random characters: ${places}`]
}
