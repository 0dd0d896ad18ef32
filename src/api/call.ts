import type { CallName, CallOutput } from '#contract/calls'
import type { CallInput } from '#contract/inputs'
import { exchange } from './exchange'
import { endMarkedSession } from './sign-out'

/**
 * Makes one call of the contract. Completes a pending offline sign-out first, because no call may use a session that its
 * owner has ended. Throws like `exchange`.
 */
export async function call<N extends CallName>(name: N, input: CallInput<N>, signal?: AbortSignal): Promise<CallOutput<N>> {
  await endMarkedSession()
  return await exchange(name, input, signal)
}
