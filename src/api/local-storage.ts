/** The part of `Storage` that the app uses. Declared here because a worker's types lack it. */
export interface LocalStorage {
  readonly length: number
  key(index: number): string | null
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** The browser's local storage; null in a worker, and if the browser refuses it. */
export function localStorageOrNull(): LocalStorage | null {
  try {
    return (globalThis as { readonly localStorage?: LocalStorage }).localStorage ?? null
  } catch {
    return null
  }
}
