import { LOGOUT_MARKER } from '#contract/protocol'
import { mayHideSignOut, readDeviceSession, writeDeviceSession } from './device-session'
import { CommunicationError } from './errors'
import { exchange } from './exchange'

/** How long a person who signs out waits for the server (ms); after that the mark on the device has to do. */
const PATIENCE_MS = 3_000

let ending: Promise<void> | null = null

async function endOnServer(userId: string): Promise<void> {
  await exchange('signOut', { id: userId, mtp: LOGOUT_MARKER })
  await writeDeviceSession({ is: 'nobody' })
}

/**
 * Ends the server's session of whoever signed out on this device. Rejects while the server cannot be told, or while it
 * cannot be known whether somebody has signed out (fault 49).
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
 * Signs out at once, with or without a network: a stored mark ends the session before anything else is asked of the
 * server. On a device that keeps no mark the server has to answer, else this rejects and nobody is signed out.
 */
export async function signOut(userId: string): Promise<void> {
  try {
    await writeDeviceSession({ is: 'signing-out', userId })
  } catch {
    await exchange('signOut', { id: userId, mtp: LOGOUT_MARKER })
    return
  }
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  // What goes wrong now is tried again before the next call.
  await Promise.race([endMarkedSession().catch(() => undefined), late])
}
