import { quoted } from '../file/fault-text'

/** One thing that applying a file made or changed. */
export interface Change {
  readonly sign: '+' | '~'
  readonly what: 'setting' | 'point_type' | 'vendor' | 'staff' | 'tag' | 'order'
  readonly id: string
  /** What is different, such as `points 20 -> 25`. */
  readonly details: readonly string[]
}

/** A change as the command prints it: `~ point_type pobjeda: points 20 -> 25`. */
export function changeText({ sign, what, id, details }: Change): string {
  return `${sign} ${what} ${id}${details.length === 0 ? '' : `: ${details.join(', ')}`}`
}

export function difference(name: string, before: unknown, after: unknown): string {
  return `${name} ${quoted(before)} -> ${quoted(after)}`
}

/** What differs between a row as it stands and the values it is to have. */
export function differences<T extends object>(before: T, after: Partial<T>): string[] {
  const changed: string[] = []
  for (const name in after) if (before[name] !== after[name]) changed.push(difference(name, before[name], after[name]))
  return changed
}

/** One change for an order that is not as it was; what is new says so itself. */
export function orderChanges(what: string, before: readonly string[], after: readonly string[]): Change[] {
  const standing = new Set(before)
  const kept = after.filter((id) => standing.has(id))
  if (kept.every((id, index) => id === before[index])) return []
  return [{ sign: '~', what: 'order', id: what, details: [after.join(', ')] }]
}
