export type Path = readonly (string | number)[]

/** 1-based, as editors count. */
export interface Position {
  readonly line: number
  /** Missing in a table, whose columns have names. */
  readonly column?: number
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
  readonly message: string
  /** The place that the message ends with. */
  readonly earlier?: Place
}

/** A fault at a place whose position is not known yet. */
export function faultAt(
  path: Path,
  message: string,
  { value = null, earlier }: { value?: string | null; earlier?: Path } = {},
): Fault {
  return {
    place: { path, position: null },
    value,
    message,
    ...(earlier === undefined ? {} : { earlier: { path: earlier, position: null } }),
  }
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
  return column === undefined ? `line ${line}` : `line ${line}, column ${column}`
}

function complaint({ value, message, earlier }: Fault): string {
  const other = earlier?.path == null ? [] : [pathText(earlier.path)]
  const where = earlier?.position == null ? [] : [`(${positionText(earlier.position)})`]
  return [...(value === null ? [] : [value]), message, ...other, ...where].join(' ')
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
function kindOf({ place, message, earlier }: Fault): string | null {
  const key = place.path?.findLast((one) => typeof one === 'string')
  return place.position === null || key === undefined || earlier !== undefined ? null : `${key}: ${message}`
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
