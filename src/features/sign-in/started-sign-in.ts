import * as v from 'valibot'
import { readStored, removeStored, writeStored } from '#lib/local-storage'
import { serverNow } from '#lib/server-clock'
import { CODE_LIFETIME_MS } from '#rules/sign-in'

/**
 * A sign-in that was begun in this browser outlives its page: phones drop one while its SMS is read, above all in an installed app or in
 * another app's browser. It is stored for as long as a code lives.
 */
const requestedCode = v.object({
  /** The account that a code was requested for. */
  id: v.string(),
  /** The sentence about the SMS. */
  text: v.string(),
  /** The number that it went to. */
  sentTo: v.string(),
  /** When a new code may be requested (ms, server time). */
  resendAt: v.number(),
})
export type RequestedCode = v.InferOutput<typeof requestedCode>

/** Fields of the registration as far as they are filled in. */
const draft = v.record(v.string(), v.string())

function stored<T>(key: string, schema: v.GenericSchema<unknown, T>) {
  const aged = v.object({ at: v.number(), value: schema })
  return {
    get(): T | null {
      const found = readStored(key, aged)
      return found !== null && serverNow() - found.at < CODE_LIFETIME_MS ? found.value : null
    },
    set: (value: T) => void writeStored(key, { at: serverNow(), value }),
    clear: () => removeStored(key),
  }
}

export const startedCode = stored('geek-code', requestedCode)
export const registrationDraft = stored('geek-registration', draft)

/** Somebody signed in, or another person begins. */
export function forgetStartedSignIn(): void {
  startedCode.clear()
  registrationDraft.clear()
}
