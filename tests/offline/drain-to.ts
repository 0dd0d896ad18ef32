import { createAnswers } from '../../src/offline/answers'
import { type DrainOptions, drain } from '../../src/offline/drain'
import type { AwardEntry } from '../../src/offline/entry'
import type { SendOutcome } from '../../src/offline/transport'
import { type Answer, recordedAward, SILENT, sendManyTo, sendTo } from './entries'
import { createMemoryOutboxStore } from './memory-store'

/** An outbox in memory that holds `entries`. */
export function outboxWith(...entries: AwardEntry[]) {
  return createMemoryOutboxStore({
    stored: new Map(entries.map((entry) => [entry.awardId, entry])),
    generation: null,
  })
}

/** Voids nothing and reports success. */
export const voidNothing = async (entry: AwardEntry): Promise<SendOutcome> => ({
  kind: 'recorded',
  award: recordedAward(entry),
})

export interface Drained extends Partial<Omit<DrainOptions, 'send'>> {
  readonly store: DrainOptions['store']
  /** How the server handles one award. */
  readonly send: Answer
  /** True if the server accepts several awards in one call. */
  readonly batches?: boolean
}

/** Drains Iva's awards. */
export function drainBatches(
  options: Partial<DrainOptions> & Pick<DrainOptions, 'store' | 'send'>,
) {
  return drain({
    userId: 'iva',
    voidAward: voidNothing,
    sendLone: async () => SILENT,
    settleTimes: async () => null,
    mayContinue: () => true,
    answers: createAnswers(),
    ...options,
  })
}

/** Drains Iva's awards against a test's server. */
export function drainTo({ send, batches = false, ...options }: Drained) {
  return drainBatches({ ...options, send: batches ? sendManyTo(send) : sendTo(send) })
}
