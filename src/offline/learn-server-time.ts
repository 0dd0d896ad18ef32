import { call } from '../api/call'
import type { MadeAt } from './outbox-entry'
import type { Clocks } from './queued-time'

let learning: Promise<unknown> | null = null

/**
 * Asks for the server's time where this page life has not heard it and the tap was another's: the device's clock alone
 * must not make what was done too old (fault 32). Once for all that ask together. Throws as `call` does.
 */
export async function learnServerTime(made: MadeAt, { serverTime, pageLife }: Clocks): Promise<void> {
  if (serverTime !== null || made.pageLife === pageLife) return
  learning ??= call('currentUser', {}).finally(() => {
    learning = null
  })
  await learning
}
