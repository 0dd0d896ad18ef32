import { CommunicationError } from './api/errors'

/**
 * Hands on a screen's module; one that could not be fetched rejects with `CommunicationError`, and the screen says so. The
 * browser's own error would make the router reload the page, whether or not the server can be reached, and the app would
 * give way to the browser's error page or to a captive portal. `reloadOnMissingChunk` reloads where that helps.
 */
export async function screenModule<T>(module: Promise<T>): Promise<T> {
  try {
    return await module
  } catch (cause) {
    throw new CommunicationError('a screen could not be fetched', cause)
  }
}
