/** Where the browser refuses storage, a choice lasts as long as the page. */
const inMemory = new Map<string, string>()

/** What was chosen on this device; null if nothing was. */
export function storedChoice(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return inMemory.get(key) ?? null
  }
}

export function storeChoice(key: string, value: string): void {
  inMemory.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // Refused, or no room.
  }
}
