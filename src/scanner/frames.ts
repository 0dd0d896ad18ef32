import type { FoundTarget } from './scan-target'

/** The targets in one camera frame, nearest to the middle first. */
type Frame = readonly FoundTarget[]

/** The longest time for which the previous target is ignored (ms). */
const IGNORE_AT_MOST_MS = 5_000
/** A target counts as gone once no frame had it for this long (ms): one frame may miss it. */
const OUT_OF_VIEW_MS = 500

/** Tells only teams and tags apart: a series gives all codes of another kind the same answer. */
function isSame(one: FoundTarget, other: FoundTarget): boolean {
  if (one.kind === 'team') return other.kind === 'team' && one.teamId === other.teamId
  if (one.kind === 'tag') return other.kind === 'tag' && one.nfcId === other.nfcId
  return one.kind === other.kind
}

/**
 * Returns a function that removes the previous target from each frame, until it is out of view or
 * IGNORE_AT_MOST_MS have passed: its card still lies in view while the user moves on to the next.
 * `now` returns ms of a monotonic clock.
 */
export function createPreviousTargetFilter(previous: FoundTarget | null, now: () => number) {
  const openedAt = now()
  let seenAt: number | null = null
  let hasEnded = previous === null
  return (
    frame: Frame,
  ): { readonly rest: Frame; readonly hasIgnored: boolean; readonly hasEnded: boolean } => {
    const rest = previous === null ? frame : frame.filter((target) => !isSame(target, previous))
    const isSeen = rest.length < frame.length
    if (isSeen || seenAt === null) seenAt = now()
    hasEnded ||= now() - openedAt >= IGNORE_AT_MOST_MS || now() - seenAt >= OUT_OF_VIEW_MS
    return hasEnded
      ? { rest: frame, hasIgnored: false, hasEnded }
      : { rest, hasIgnored: isSeen, hasEnded }
  }
}

/**
 * Returns a function that says whether a frame can be acted on. A single target must be alone in
 * two successive frames, because one of them may blur a second card. Several targets in one frame
 * can be acted on at once, because they give no points. Do not call it for empty frames.
 */
export function createConfirmation(): (frame: Frame) => boolean {
  let before: Frame = []
  return (frame) => {
    const [first, ...others] = frame
    const [last, ...more] = before
    before = frame
    if (others.length > 0) return true
    return first !== undefined && last !== undefined && more.length === 0 && isSame(first, last)
  }
}

/** Treat a repeated reading within this time (ms) as the same one. */
const SAME_READING_MS = 1_000

/**
 * Returns a function that is true for a new reading and false for a repetition: a tag or code held
 * still is read many times a second. `now` returns ms of a monotonic clock.
 */
export function createRepeatGuard(
  now: () => number,
  sameWithinMs = SAME_READING_MS,
): (reading: string) => boolean {
  const lastSeen = new Map<string, number>()
  return (reading) => {
    const at = now()
    for (const [text, seen] of lastSeen) if (at - seen >= sameWithinMs) lastSeen.delete(text)
    const isNew = !lastSeen.has(reading)
    lastSeen.set(reading, at)
    return isNew
  }
}
