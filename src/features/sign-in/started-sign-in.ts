import * as v from 'valibot'
import { readStored, removeStored, writeStored } from '#lib/local-storage'
import { serverNow } from '#lib/server-clock'
import { CODE_LIFETIME_MS } from '#rules/sign-in'

/**
 * A started sign-in, stored for as long as a code lives: while the user reads the SMS, phones may
 * drop the page, above all in installed apps and in-app browsers.
 */
const requestedCode = v.object({
  /** The account that a code was requested for. */
  id: v.string(),
  /** The sentence on the screen about the SMS and its number. */
  text: v.string(),
  /** When a new code may be requested (ms, server time). */
  resendAt: v.number(),
})
export type RequestedCode = v.InferOutput<typeof requestedCode>

/** The values typed into the form of the registration, by field. */
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

/** Call when somebody has signed in. */
export function forgetStartedSignIn(): void {
  startedCode.clear()
  registrationDraft.clear()
}
