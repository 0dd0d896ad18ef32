import { call } from '../api/call'
import { ApiError } from '../api/errors'

let learning: Promise<void> | null = null

async function ask(): Promise<void> {
  try {
    await call('currentUser', {})
  } catch (error) {
    // A refusal tells the time as well.
    if (!(error instanceof ApiError)) throw error
  }
}

/** Asks for the server's time, once for all callers that ask together. Throws where no answer of this API came. */
export async function learnServerTime(): Promise<void> {
  learning ??= ask().finally(() => {
    learning = null
  })
  await learning
}
