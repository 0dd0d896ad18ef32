import type { PushNotice } from './push-notice'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Notices that one person is told; messages of the organiser are not counted. */
const IN_A_MINUTE = 6
const IN_AN_HOUR = 30
/** How long a captain is told of one player only once (ms). */
const REQUEST_EVERY_MS = 10 * MINUTE

interface Told {
  readonly notice: PushNotice
  readonly at: number
}

/**
 * Remembers what each person was told in the last hour. Returns a function that says whether they are told of this now, and if so
 * counts it: once, whatever number of devices and attempts. `clock` must be monotonic, in ms.
 */
export function createToldLimit(clock: () => number): (userId: string, notice: PushNotice) => boolean {
  /** In the order of their last notices. */
  const people = new Map<string, readonly Told[]>()

  function forgetOld(now: number): void {
    for (const [userId, told] of people) {
      if ((told.at(-1)?.at ?? 0) > now - HOUR) return
      people.delete(userId)
    }
  }

  return (userId, notice) => {
    if (notice.kind === 'message') return true
    const now = clock()
    const told = (people.get(userId) ?? []).filter(({ at }) => at > now - HOUR)
    if (told.some((one) => one.notice === notice)) return true
    const since = (ms: number) => told.filter(({ at }) => at > now - ms)
    const isRepeated =
      notice.kind === 'request' &&
      since(REQUEST_EVERY_MS).some((one) => one.notice.kind === 'request' && one.notice.subject === notice.subject)
    if (isRepeated || told.length >= IN_AN_HOUR || since(MINUTE).length >= IN_A_MINUTE) return false
    people.delete(userId)
    people.set(userId, [...told, { notice, at: now }])
    forgetOld(now)
    return true
  }
}
