/** An address as a URL; null if it is none. `URL.canParse` and `URL.parse` are newer than the browsers that the app runs in. */
export function parseUrl(address: string): URL | null {
  try {
    return new URL(address)
  } catch {
    return null
  }
}
