import { quoted } from '../quoted'

/** One row that applying a file created or changed. */
export interface Change {
  readonly sign: '+' | '~'
  readonly what: 'setting' | 'point_type' | 'vendor' | 'staff' | 'organiser' | 'tag' | 'order'
  readonly id: string
  /** The difference, such as `points 20 -> 25`. */
  readonly details: readonly string[]
}

/** A change as printed by the command: `~ point_type pobjeda: points 20 -> 25`. */
export function changeText({ sign, what, id, details }: Change): string {
  return `${sign} ${what} ${id}${details.length === 0 ? '' : `: ${details.join(', ')}`}`
}

export function difference(name: string, before: unknown, after: unknown): string {
  return `${name} ${quoted(before)} -> ${quoted(after)}`
}

/** The differences between a row and its new values. */
export function differences<T extends object>(before: T, after: Partial<T>): string[] {
  const changed: string[] = []
  for (const name in after) if (before[name] !== after[name]) changed.push(difference(name, before[name], after[name]))
  return changed
}

/** One change if the order of existing rows differs; new rows are reported separately. */
export function orderChanges(what: string, before: readonly string[], after: readonly string[]): Change[] {
  const standing = new Set(before)
  const existing = after.filter((id) => standing.has(id))
  if (existing.every((id, index) => id === before[index])) return []
  return [{ sign: '~', what: 'order', id: what, details: [after.join(', ')] }]
}
