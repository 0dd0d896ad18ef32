/**
 * Parses a URL; null if invalid. `URL.canParse` and `URL.parse` are newer than the oldest supported
 * browsers.
 */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}
