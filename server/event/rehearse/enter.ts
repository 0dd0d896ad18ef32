import type { Entry } from './cast'
import type { Phone } from './phone'
import type { Stage } from './stage'

const TRIES = 5

/** Signs in one device. Returns null if that failed, which the meter knows by then. */
export async function enter(
  { line, book, pause }: Pick<Stage, 'line' | 'book' | 'pause'>,
  { userId, entry }: { readonly userId: string; readonly entry: Entry },
): Promise<Phone | null> {
  const phone = line.phone(entry.by === 'session' ? entry.token : null)
  for (let tries = 0; tries < TRIES; tries++) {
    const reply =
      entry.by === 'link' ? await phone.call('signIn', { id: userId, mtp: entry.token }) : await phone.call('currentUser', {})
    if (reply.is === 'ok') {
      if (entry.by === 'link') book.counts.linksUsed++
      else book.counts.sessionsGiven++
      return phone
    }
    if (reply.is === 'refused' && reply.code !== 'TOO_MANY_REQUESTS' && reply.code !== 'UNAVAILABLE') return null
    await pause(Math.max(1_000, reply.is === 'refused' ? reply.retryAfterMs : 0))
  }
  return null
}
