import { type EventFaultName, eventFaultText } from '#texts/event-faults'

/** The place of something in the values of a file. */
export type Path = readonly (string | number)[]

/** Why a file cannot be applied. */
export interface Fault {
  readonly path: Path
  readonly name: EventFaultName
  /** The wrong value in recognisable form; null if the text needs none. */
  readonly value: string | null
  /** Values that its text mentions. */
  readonly values: readonly string[]
  /** The place of the earlier occurrence; `faultText` writes it after the English text. */
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

/** Quotes a value as people recognise it in the file. */
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
 * `earlierAt`: where `earlier` is in the file's text, as shown to people.
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

/** Maximum number of faults reported: more than anybody corrects at once. */
const MAX_REPORTED = 200

/** An organiser's file cannot be applied. */
export class FaultyEvent extends Error {
  /** The first `MAX_REPORTED` faults. */
  readonly faults: readonly Fault[]
  readonly total: number

  constructor(faults: readonly Fault[], total = faults.length) {
    const named = faults.slice(0, MAX_REPORTED)
    super(named.map((fault) => faultText(fault)).join('\n'))
    this.name = 'FaultyEvent'
    this.faults = named
    this.total = total
  }
}
