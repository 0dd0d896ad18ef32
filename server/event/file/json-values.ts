export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value and its place in the file. */
export interface Placed<T> {
  readonly place: string
  readonly value: T
}

function valueAt(parent: unknown, key: string): unknown {
  return isJsonObject(parent) ? parent[key] : undefined
}

/** The elements of the list under a key; empty if there is none. */
export function elementsOf(parent: unknown, key: string, parentPlace = ''): Placed<unknown>[] {
  const list = valueAt(parent, key)
  if (!Array.isArray(list)) return []
  const prefix = parentPlace === '' ? key : `${parentPlace}.${key}`
  return list.map((value: unknown, index) => ({ place: `${prefix}[${index}]`, value }))
}

/** The strings under a key of each element; other types are skipped. */
export function textsOf(elements: readonly Placed<unknown>[], key: string): Placed<string>[] {
  return elements.flatMap(({ place, value }) => {
    const text = valueAt(value, key)
    return typeof text === 'string' ? [{ place: `${place}.${key}`, value: text }] : []
  })
}
