import type { Call } from '#contract/call'
import { calls } from '#contract/calls'
import type { Entry } from './cast'
import { type Phone, type Reply, TRY_AGAIN } from './phone'
import type { Stage } from './stage'

const TRIES = 10
const WAIT_MS = 1_000

/** Makes a call again while the server asks for it, as a person does who is told to try again. Nothing was done then. */
export async function insist<C extends Call>({ pause }: Pick<Stage, 'pause'>, call: () => Promise<Reply<C>>): Promise<Reply<C>> {
  for (let tries = 1; ; tries++) {
    const reply = await call()
    if (reply.is !== 'refused' || !TRY_AGAIN.has(reply.error.code) || tries >= TRIES) return reply
    await pause(Math.max(WAIT_MS, reply.error.retryAfterMs ?? 0))
  }
}

/** Signs in one device. Returns null if that failed, which the meter knows by then. */
export async function enter(
  { line, book, pause }: Pick<Stage, 'line' | 'book' | 'pause'>,
  { userId, entry }: { readonly userId: string; readonly entry: Entry },
): Promise<Phone | null> {
  const isByLink = entry.by === 'link'
  const phone = line.phone(isByLink ? null : entry.token)
  const reply = await insist({ pause }, () =>
    isByLink ? phone.call(calls.signIn, { id: userId, mtp: entry.token }) : phone.call(calls.currentUser, {}),
  )
  if (reply.is !== 'ok') return null
  book.counts[isByLink ? 'linksUsed' : 'sessionsGiven']++
  return phone
}
