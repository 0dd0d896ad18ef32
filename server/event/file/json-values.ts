export type JsonObject = Readonly<Record<string, unknown>>

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A value and where in the file it stands. */
export interface Placed<T> {
  readonly place: string
  readonly value: T
}

function valueAt(parent: unknown, key: string): unknown {
  return isJsonObject(parent) ? parent[key] : undefined
}

/** What stands in the list under a key; nothing where there is no list. */
export function elementsOf(parent: unknown, key: string, parentPlace = ''): Placed<unknown>[] {
  const list = valueAt(parent, key)
  if (!Array.isArray(list)) return []
  const prefix = parentPlace === '' ? key : `${parentPlace}.${key}`
  return list.map((value: unknown, index) => ({ place: `${prefix}[${index}]`, value }))
}

/** The texts under a key of each element, as far as they are texts. */
export function textsOf(elements: readonly Placed<unknown>[], key: string): Placed<string>[] {
  return elements.flatMap(({ place, value }) => {
    const text = valueAt(value, key)
    return typeof text === 'string' ? [{ place: `${place}.${key}`, value: text }] : []
  })
}
