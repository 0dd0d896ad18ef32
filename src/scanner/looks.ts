import type { FoundTarget } from './scan-target'

/** What one look of the camera found of this game, the one nearest the middle first. */
type Look = readonly FoundTarget[]

/** What was just scanned is passed over for this time (ms) … */
const JUST_SCANNED_MS = 5_000
/** … or until it was not seen for this time (ms): a code that a single look misses is still there. */
const OUT_OF_VIEW_MS = 500

function isSame(one: FoundTarget, other: FoundTarget): boolean {
  if (one.is === 'team') return other.is === 'team' && one.teamId === other.teamId
  return one.is === 'tag' && other.is === 'tag' && one.nfcId === other.nfcId
}

/**
 * Returns a function that takes what was scanned right before the scanner opened out of each look: its card still lies there, and who
 * goes on to the next one does not mean it. `now` returns ms of a monotonic clock.
 */
export function createPassOver(justScanned: FoundTarget | null, now: () => number) {
  const openedAt = now()
  let seenAt: number | null = null
  let isOver = justScanned === null
  return (look: Look): { readonly rest: Look; readonly passedOver: boolean; readonly isOver: boolean } => {
    const rest = justScanned === null ? look : look.filter((target) => !isSame(target, justScanned))
    const isSeen = rest.length < look.length
    if (isSeen || seenAt === null) seenAt = now()
    isOver ||= now() - openedAt >= JUST_SCANNED_MS || now() - seenAt >= OUT_OF_VIEW_MS
    return isOver ? { rest: look, passedOver: false, isOver } : { rest, passedOver: isSeen, isOver }
  }
}

/**
 * Returns a function that says whether a look counts where one look gives points: a single target must be alone in two looks that follow
 * each other, because a second card may be blurred in one of them. Looks that found nothing are not asked about.
 */
export function createConfirmation(): (look: Look) => boolean {
  let before: Look = []
  return (look) => {
    const [first, ...others] = look
    const [last, ...more] = before
    before = look
    if (others.length > 0) return true
    return first !== undefined && last !== undefined && more.length === 0 && isSame(first, last)
  }
}

/** A reading repeated within this time (ms) of its last occurrence counts as the same one. */
const SAME_READING_MS = 1_000

/**
 * Returns a function that is true for a new reading and false for a repetition: a tag or code held still is read many
 * times a second. `now` returns ms of a monotonic clock.
 */
export function createRepeatGuard(now: () => number, sameWithinMs = SAME_READING_MS): (reading: string) => boolean {
  const lastSeen = new Map<string, number>()
  return (reading) => {
    const at = now()
    for (const [text, seen] of lastSeen) if (at - seen >= sameWithinMs) lastSeen.delete(text)
    const isNew = !lastSeen.has(reading)
    lastSeen.set(reading, at)
    return isNew
  }
}
