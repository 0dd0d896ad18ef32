import type { EventFile } from './event-schema'

const RANDOM_PART_MIN = 10

/** Whether a stranger could guess the id: little after the first hyphen, or a counter at the end. */
function isEasyToGuess(nfcId: string): boolean {
  const random = nfcId.includes('-') ? nfcId.slice(nfcId.indexOf('-') + 1) : nfcId
  return random.length < RANDOM_PART_MIN || /[-_]\d{1,4}$/.test(nfcId)
}

/** A warning for each bonus tag with an id that is easy to guess: whoever knows its address gets the points. */
export function weakBonusWarnings(file: EventFile): string[] {
  return (file.tags ?? []).flatMap((tag, index) =>
    tag.nfc_type === 'bonus' && isEasyToGuess(tag.nfc_id)
      ? [`tags[${index}].nfc_id: the bonus "${tag.nfc_id}" is easy to guess; end it with at least ten random characters`]
      : [],
  )
}
