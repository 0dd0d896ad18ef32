import { CommunicationError } from './api/errors'

/**
 * Resolves to a screen's module, or rejects with `CommunicationError` if it could not be fetched, which the screen shows.
 * The browser's own error would make the router reload the page even without a network, which replaces the app by the
 * browser's error page or a captive portal. `reloadOnChunkLoadError` reloads only if that helps.
 */
export async function screenModule<T>(module: Promise<T>): Promise<T> {
  try {
    return await module
  } catch (cause) {
    throw new CommunicationError('a screen could not be fetched', cause)
  }
}
