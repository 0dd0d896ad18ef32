import { type EventFaultName, eventFaultText } from '#texts/event-faults'

/** The place of a value in a file: keys and indexes from the outermost value inwards. */
export type Path = readonly (string | number)[]

/** Why a file cannot be applied. */
export interface Fault {
  readonly path: Path
  readonly name: EventFaultName
  /** The wrong value as people recognise it; null if the text needs no value. */
  readonly value: string | null
  /** Further values that the fault's text mentions. */
  readonly values: readonly string[]
  /**
   * Of a repeated value the place of its first occurrence, which `faultText` writes at the end;
   * else null.
   */
  readonly earlier: Path | null
}

export function faultAt(
  path: Path,
  name: EventFaultName,
  {
    value = null,
    values = [],
    earlier = null,
  }: Partial<Omit<Fault, 'values'>> & { readonly values?: readonly (string | number)[] } = {},
): Fault {
  return { path, name, value, values: values.map(String), earlier }
}

const SHOWN_MAX = 60

/** Quotes a value so that people recognise it in the file. */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}

/** Shortens a misspelt key, which may be as long as the file. */
export const shortKey = (key: string) =>
  key.length > SHOWN_MAX ? `${key.slice(0, SHOWN_MAX)}…` : key

function pathText(path: Path): string {
  let place = ''
  for (const key of path) {
    if (typeof key === 'number') place += `[${key}]`
    else if (/^\w+$/.test(key)) place += place === '' ? key : `.${key}`
    else place += `[${JSON.stringify(key)}]`
  }
  return place === '' ? 'the file' : place
}

/**
 * Formats a fault as a line: `vendors[0].staff[1].mobile: "12" is not a mobile number`.
 * `earlierAt`: where in the file's text `earlier` is, in words.
 */
export function faultText(
  { path, name, value, values, earlier }: Fault,
  earlierAt?: string,
): string {
  const complaint = [
    ...(value === null ? [] : [value]),
    eventFaultText(name, values, 'en'),
    ...(earlier === null ? [] : [pathText(earlier)]),
    ...(earlierAt === undefined ? [] : [`(${earlierAt})`]),
  ]
  return `${pathText(path)}: ${complaint.join(' ')}`
}

/** Maximum number of faults that are reported: more than anybody corrects at once. */
const MAX_REPORTED = 200

/** Thrown if an event file cannot be applied. */
export class FaultyEvent extends Error {
  /** The first `MAX_REPORTED` faults. */
  readonly faults: readonly Fault[]
  /** The number of all faults. */
  readonly total: number

  constructor(faults: readonly Fault[], total = faults.length) {
    const named = faults.slice(0, MAX_REPORTED)
    super(named.map((fault) => faultText(fault)).join('\n'))
    this.name = 'FaultyEvent'
    this.faults = named
    this.total = total
  }
}
