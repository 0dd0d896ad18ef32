import { type EventFaultName, eventFaultText } from '#texts/event-faults'

export type Path = readonly (string | number)[]

/** 1-based, as editors count. */
export interface Position {
  readonly line: number
  readonly column: number
}

export interface Place {
  /** Where in the values of the file; null where its text cannot be read as values. */
  readonly path: Path | null
  /** Where in its text; null until it is looked up. */
  readonly position: Position | null
}

/** Why a file cannot be applied. */
export interface Fault {
  readonly place: Place
  /** The wrong value as people recognise it; null where the message says all. */
  readonly value: string | null
  readonly says: EventFaultName
  /** What its text mentions. */
  readonly values: readonly string[]
  /** The place that the English text ends with. */
  readonly earlier?: Place
}

interface FaultDetails {
  readonly value?: string | null
  readonly values?: readonly string[]
  readonly earlier?: Path
}

/** A fault at a place whose position is not known yet. */
export function faultAt(path: Path, says: EventFaultName, { value = null, values = [], earlier }: FaultDetails = {}): Fault {
  return {
    ...{ place: { path, position: null }, value, says, values },
    ...(earlier === undefined ? {} : { earlier: { path: earlier, position: null } }),
  }
}

const SHOWN_MAX = 60

/** A value in a form that people recognise in the file. */
export function quoted(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object' && value !== null) return 'an object'
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text
}

function pathText(path: Path): string {
  let place = ''
  for (const key of path) {
    if (typeof key === 'number') place += `[${key}]`
    else if (/^\w+$/.test(key)) place += place === '' ? key : `.${key}`
    else place += `[${JSON.stringify(key)}]`
  }
  return place === '' ? 'the file' : place
}

function positionText({ line, column }: Position): string {
  return `line ${line}, column ${column}`
}

const messageOf = ({ says, values }: Fault) => eventFaultText(says, values, 'en')

function complaint(fault: Fault): string {
  const { value, earlier } = fault
  const other = earlier?.path == null ? [] : [pathText(earlier.path)]
  const where = earlier?.position == null ? [] : [`(${positionText(earlier.position)})`]
  return [...(value === null ? [] : [value]), messageOf(fault), ...other, ...where].join(' ')
}

/** A fault as a line: `line 12, column 9: vendors[0].staff[1].mobile: "12" is no mobile number`. */
export function faultText(fault: Fault): string {
  const { path, position } = fault.place
  return [
    ...(position === null ? [] : [positionText(position)]),
    ...(path === null ? [] : [pathText(path)]),
    complaint(fault),
  ].join(': ')
}

/** Equal faults from this many on are one entry. */
const GROUP_FROM = 4

/** Faults that say the same of the same key have the same one. */
function kindOf(fault: Fault): string | null {
  const { place, earlier } = fault
  const key = place.path?.findLast((one) => typeof one === 'string')
  return place.position === null || key === undefined || earlier !== undefined ? null : `${key}: ${messageOf(fault)}`
}

function byPosition({ place: { position: a } }: Fault, { place: { position: b } }: Fault): number {
  return (a?.line ?? 0) - (b?.line ?? 0) || (a?.column ?? 0) - (b?.column ?? 0)
}

function groupText(kind: string, faults: readonly Fault[]): string {
  const places = faults.map(({ place: { position }, value }) =>
    [...(position === null ? [] : [positionText(position)]), ...(value === null ? [] : [value])].join(' '),
  )
  return `${faults.length} times ${kind}\n  ${places.join('; ')}`
}

/** All faults in the order of the file; where many say the same, they are one entry with each of their places. */
export function faultTexts(faults: readonly Fault[]): string[] {
  const sorted = faults.toSorted(byPosition)
  const groups = new Map<string, Fault[]>()
  for (const fault of sorted) {
    const kind = kindOf(fault)
    if (kind !== null) groups.set(kind, [...(groups.get(kind) ?? []), fault])
  }
  return sorted.flatMap((fault) => {
    const kind = kindOf(fault)
    const group = (kind === null ? undefined : groups.get(kind)) ?? []
    if (kind === null || group.length < GROUP_FROM) return [faultText(fault)]
    return group[0] === fault ? [groupText(kind, group)] : []
  })
}

/** A file of the organiser cannot be applied. */
export class FaultyEvent extends Error {
  readonly faults: readonly Fault[]

  constructor(faults: readonly Fault[]) {
    super(faults.map(faultText).join('\n'))
    this.name = 'FaultyEvent'
    this.faults = faults
  }
}
