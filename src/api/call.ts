import type { Call, Input, Output } from '#contract/call'
import { readDeviceSession } from './device-session'
import { type Arrived, exchange } from './exchange'
import { endMarkedSession } from './sign-out'

/**
 * Makes one call of the contract. Completes a pending offline sign-out first, because no call may use a session that its
 * owner has ended. Throws like `exchange`.
 */
export async function call<C extends Call>(
  definition: C,
  input: Input<C>,
  signal?: AbortSignal,
  early: Promise<Arrived | null> | null = null,
): Promise<Output<C>> {
  await endMarkedSession()
  // A sign-out that was marked before the browser refused its storage cannot be read: no session is used, and no answer with one.
  if ((await readDeviceSession()).is === 'refused') return await exchange(definition, input, signal, null, 'omit')
  return await exchange(definition, input, signal, early)
}
