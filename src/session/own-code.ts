import { requestCode } from '#contract/calls/sign-in'
import { createObservable } from '#lib/observable'
import { serverNow } from '#lib/server-clock'
import { call } from '../api/call'

interface SentCode {
  /** The number, as the server writes it. */
  readonly to: string
  /** When a new code may be requested (ms, server time). */
  readonly nextAt: number
}

/** The latest code that this page has sent to an organiser's own number; null if it has sent none. */
export const sentCode = createObservable<SentCode | null>(null)

/** Sends a code to an organiser's own number. Rejects if no SMS was sent. */
export async function sendOwnCode(mobile: string): Promise<void> {
  const { resend_seconds } = await call(requestCode, { id: mobile })
  sentCode.set({ to: mobile, nextAt: serverNow() + resend_seconds * 1000 })
}
