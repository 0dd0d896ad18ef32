import { createObservable } from '#lib/observable'
import type { NewOutboxEntry } from '../../offline/entry'
import { pageOutbox } from '../../offline/page-outbox'
import { type AwardState, type OutboxView, stateOfAward } from '../../offline/view'

export type AwardStanding =
  | AwardState
  /** Storing it on the device failed; it is being sent immediately. */
  | { readonly is: 'not-kept-sending' }
  /** Storing it on the device failed, and the server has not confirmed it. */
  | { readonly is: 'not-kept' }

/** An award that a screen follows. */
export interface Followed {
  readonly awardId: string
  /** The state of an award that could not be stored; null for all others. */
  readonly unstored: AwardStanding | null
  /** True until it is known whether the award was stored. */
  readonly pending: boolean
}

/** The award that was given last since the page was loaded, whatever has become of the screen that gave it. */
export const lastGiven = createObservable<{ readonly entry: NewOutboxEntry; readonly followed: Followed } | null>(null)

/** Sends an award that could not be stored. Returns null if it was recorded, because the outbox's view then shows it. */
async function giveUnstored(entry: NewOutboxEntry): Promise<AwardStanding | null> {
  const outcome = await pageOutbox.sendUnstored(entry)
  switch (outcome.is) {
    case 'recorded':
      return null
    case 'refused':
      return { is: 'refused', awardId: entry.awardId, reason: outcome.reason }
    case 'failed':
    case 'later':
    case 'other-session':
      return { is: 'not-kept' }
  }
}

/** Gives an award through the outbox, and tells whether it was stored. Where it could not be, it is sent at once. */
export async function giveAward(entry: NewOutboxEntry, tell: (followed: Followed) => void): Promise<void> {
  const { awardId } = entry
  const note = (followed: Followed) => {
    lastGiven.set({ entry, followed })
    tell(followed)
  }
  note({ awardId, unstored: null, pending: true })
  const stored = await pageOutbox.add(entry).then(
    () => true,
    () => false,
  )
  if (!stored) note({ awardId, unstored: { is: 'not-kept-sending' }, pending: false })
  note({ awardId, unstored: stored ? null : await giveUnstored(entry), pending: false })
}

/** What a screen says of an award that it follows; undefined if there is nothing to say yet. */
export function standingOf(view: OutboxView, { awardId, unstored }: Followed): AwardStanding | undefined {
  const entry = view.entries.find((one) => one.awardId === awardId)
  return stateOfAward(view, awardId, entry) ?? unstored ?? undefined
}
