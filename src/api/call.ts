import type { CallInput, CallName, CallOutput } from '#contract/calls'
import { exchange } from './exchange'
import { endMarkedSession } from './sign-out'

/**
 * Makes one call of the contract. Whoever signed out while the server could not be told is signed out there first: no
 * call may go out under a session that its owner has ended. Throws as `exchange` does.
 */
export async function call<N extends CallName>(name: N, input: CallInput<N>, signal?: AbortSignal): Promise<CallOutput<N>> {
  await endMarkedSession()
  return await exchange(name, input, signal)
}
