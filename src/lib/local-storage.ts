import * as v from 'valibot'

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

/**
 * True if the browser refuses this page all storage, as with blocked cookies. False in a worker,
 * which has no local storage in any browser.
 */
export function isStorageRefused(): boolean {
  try {
    return (globalThis as { readonly localStorage?: LocalStorage | null }).localStorage === null
  } catch {
    return true
  }
}

function channelOrNull(name: string): BroadcastChannel | null {
  try {
    return new BroadcastChannel(name)
  } catch {
    return null
  }
}

/**
 * A channel between this device's tabs. Other tabs may run another app version, whose messages may
 * be unreadable. Does nothing if the browser refuses channels along with storage, as Firefox does.
 */
export function openChannel<T>(
  name: string,
  schema: v.GenericSchema<unknown, T>,
  receive: (message: T) => void,
) {
  const channel = channelOrNull(name)
  if (channel !== null) {
    channel.onmessage = ({ data }: MessageEvent<unknown>) => {
      const { success, output } = v.safeParse(schema, data)
      if (success) receive(output)
    }
  }
  return { broadcast: (message: T) => channel?.postMessage(message), close: () => channel?.close() }
}

/** Reads the value stored under a key; null if there is none that this app version can read. */
export function readStored<T>(key: string, schema: v.GenericSchema<unknown, T>): T | null {
  try {
    const { success, output } = v.safeParse(
      schema,
      JSON.parse(localStorageOrNull()?.getItem(key) ?? 'null'),
    )
    return success ? output : null
  } catch {
    return null
  }
}

export function removeStored(key: string): void {
  localStorageOrNull()?.removeItem(key)
}

/** Stores a value. Returns false if the browser refuses storage or has no room. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    const local = localStorageOrNull()
    local?.setItem(key, JSON.stringify(value))
    return local !== null
  } catch {
    return false
  }
}

/** Choices of this page, used if there is no storage. */
const choices = new Map<string, string>()

/** The choice on this device; null if there is none. */
export function storedChoice(key: string): string | null {
  return localStorageOrNull()?.getItem(key) ?? choices.get(key) ?? null
}

export function storeChoice(key: string, choice: string): void {
  choices.set(key, choice)
  try {
    localStorageOrNull()?.setItem(key, choice)
  } catch {
    // No room.
  }
}
