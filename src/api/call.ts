import type { Call, Input, Output } from '#contract/call'
import { type Arrived, exchange } from './exchange'
import { endMarkedSession } from './sign-out'

/**
 * Makes one call of the contract. Completes a pending offline sign-out first, because no call may use a session that its
 * owner has ended. Throws like `exchange`.
 */
export async function call<C extends Call>(
  definition: C,
  input: Input<C>,
  ...more: [signal?: AbortSignal, early?: Promise<Arrived | null> | null]
): Promise<Output<C>> {
  await endMarkedSession()
  return await exchange(definition, input, ...more)
}
