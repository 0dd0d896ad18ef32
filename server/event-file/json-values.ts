import type { Path } from './fault'

export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value and its place in the file. */
export interface Placed<T> {
  readonly path: Path
  readonly value: T
}

function valueAt(parent: unknown, key: string): unknown {
  return isJsonObject(parent) ? parent[key] : undefined
}

/** The elements of the list under a key; empty if there is none. */
export function elementsOf(parent: unknown, key: string, parentPath: Path = []): Placed<unknown>[] {
  const list = valueAt(parent, key)
  if (!Array.isArray(list)) return []
  return list.map((value: unknown, index) => ({ path: [...parentPath, key, index], value }))
}

/** The strings under a key of each element; other types are skipped. */
export function textsOf(elements: readonly Placed<unknown>[], key: string): Placed<string>[] {
  return elements.flatMap(({ path, value }) => {
    const text = valueAt(value, key)
    return typeof text === 'string' ? [{ path: [...path, key], value: text }] : []
  })
}
