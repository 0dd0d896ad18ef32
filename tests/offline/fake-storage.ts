import type { LocalStorage } from '#lib/local-storage'

/** An in-memory `localStorage`. */
export function createFakeStorage(stored: Map<string, string> = new Map()): LocalStorage {
  return {
    get length() {
      return stored.size
    },
    key: (index) => [...stored.keys()][index] ?? null,
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  }
}
