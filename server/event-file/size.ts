import { type Fault, faultAt, type Path, shortKey } from './faults'
import { isJsonObject, type JsonObject } from './schema'

/**
 * Maximum number of entries per file: many times what a convention has, yet few enough to be read
 * and applied quickly.
 */
const MAX_ENTRIES = {
  point_types: 200,
  vendors: 300,
  offers: 3_000,
  people: 1_000,
  tags: 3_000,
} as const
/** Maximum number of fields per entry: far more than any entry has. */
const MAX_FIELDS = 20

interface ReadPart {
  readonly file: unknown
  /** A fault for each part that is too long, at the first entry or field that is not read. */
  readonly beyond: readonly Fault[]
  /** The number of entries and fields that are not read. */
  readonly countBeyond: number
}

/** Cuts an event file to the numbers of entries and fields that are read. */
export function cutToLimits(json: unknown): ReadPart {
  const found = new Map<keyof typeof MAX_ENTRIES, number>()
  const beyond: Fault[] = []
  let countBeyond = 0

  /**
   * Returns the first `left` elements of a list. If there are more, reports the place `next` of the
   * first one left out.
   */
  function first<T>(list: readonly T[], left: number, most: number, next: Path): readonly T[] {
    if (list.length <= left) return list
    beyond.push(faultAt(next, 'too_many', { values: [most] }))
    countBeyond += list.length - left
    return list.slice(0, left)
  }

  function cutObject(value: unknown, path: Path): unknown {
    if (!isJsonObject(value)) return value
    const keys = Object.keys(value)
    if (keys.length <= MAX_FIELDS) return value
    const next = [...path, shortKey(keys[MAX_FIELDS] ?? '')]
    return Object.fromEntries(
      first(keys, MAX_FIELDS, MAX_FIELDS, next).map((key) => [key, value[key]]),
    )
  }

  function cutList(
    parent: JsonObject,
    key: string,
    what: keyof typeof MAX_ENTRIES,
    path: Path,
    cutEntry = cutObject,
  ): object {
    const list = parent[key]
    if (!Array.isArray(list)) return {}
    const before = found.get(what) ?? 0
    found.set(what, before + list.length)
    const [at, left] = [[...path, key], Math.max(0, MAX_ENTRIES[what] - before)]
    const kept = first<unknown>(list, left, MAX_ENTRIES[what], [...at, left])
    return { [key]: kept.map((entry, index) => cutEntry(entry, [...at, index])) }
  }

  function cutVendor(value: unknown, path: Path): unknown {
    const vendor = cutObject(value, path)
    if (!isJsonObject(vendor)) return vendor
    const lists = {
      ...cutList(vendor, 'staff', 'people', path),
      ...cutList(vendor, 'point_types', 'offers', path),
    }
    return { ...vendor, ...lists }
  }

  const root = cutObject(json, [])
  if (!isJsonObject(root)) return { file: root, beyond, countBeyond }
  const file = {
    ...root,
    ...('settings' in root ? { settings: cutObject(root.settings, ['settings']) } : {}),
    ...cutList(root, 'point_types', 'point_types', []),
    ...cutList(root, 'vendors', 'vendors', [], cutVendor),
    ...cutList(root, 'organisers', 'people', []),
    ...cutList(root, 'tags', 'tags', []),
  }
  return { file, beyond, countBeyond }
}
