import { call } from '../api/call'
import { ApiError } from '../api/errors'

let fetching: Promise<void> | null = null

async function request(): Promise<void> {
  try {
    await call('currentUser', {})
  } catch (error) {
    // A KO response carries the server's time as well.
    if (!(error instanceof ApiError)) throw error
  }
}

/**
 * Makes a call whose response updates the server clock. Concurrent callers share one request. Throws
 * `CommunicationError` if no response of this API came.
 */
export async function fetchServerTime(): Promise<void> {
  fetching ??= request().finally(() => {
    fetching = null
  })
  await fetching
}
