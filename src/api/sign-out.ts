import { signOut as signOutCall } from '#contract/calls/sign-in'
import { LOGOUT_MARKER } from '#contract/protocol'
import { withDeadline } from '#lib/deadline'
import { mayHideSignOut, readDeviceSession, writeDeviceSession } from './device-session'
import { CommunicationError } from './errors'
import { exchange } from './exchange'

/** How long a sign-out waits for the server (ms). After that the stored mark is enough. */
const PATIENCE_MS = 3_000

let ending: Promise<void> | null = null

async function endOnServer(userId: string): Promise<void> {
  await exchange(signOutCall, { id: userId, mtp: LOGOUT_MARKER })
  await writeDeviceSession({ is: 'nobody' })
}

/**
 * Completes a pending sign-out on the server. Rejects if the server cannot be reached, or if it is unknown whether there is
 * a pending sign-out (fault 49).
 */
export async function endMarkedSession(): Promise<void> {
  const session = await readDeviceSession()
  if (mayHideSignOut(session)) throw new CommunicationError('the stored session cannot be read')
  if (session.is !== 'signing-out') return
  ending ??= endOnServer(session.userId).finally(() => {
    ending = null
  })
  await ending
}

/**
 * Signs out, with or without a network: a stored mark makes the next call end the session on the server first. On a device
 * without storage the server must respond, else this rejects and the user stays signed in.
 */
export async function signOut(userId: string): Promise<void> {
  try {
    await writeDeviceSession({ is: 'signing-out', userId })
  } catch {
    await exchange(signOutCall, { id: userId, mtp: LOGOUT_MARKER })
    return
  }
  // A failure is retried before the next call.
  await withDeadline(
    endMarkedSession().catch(() => undefined),
    PATIENCE_MS,
    () => undefined,
  )
}
