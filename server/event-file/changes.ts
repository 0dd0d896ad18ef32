import type { ChangeValue, EventChange } from '#contract/event'
import { localTime } from '../time'
import { quoted } from './faults'

/** Lists a change for each value of `after` that differs from the row's. */
export function differences<T extends object>(
  at: string,
  name: string,
  before: T,
  after: { readonly [K in keyof T]?: ChangeValue },
): EventChange[] {
  const changes: EventChange[] = []
  for (const field in after) {
    const [was, becomes] = [before[field] as ChangeValue, after[field]]
    if (becomes !== undefined && was !== becomes)
      changes.push({ kind: 'changes', at: `${at}.${field}`, name, was, becomes })
  }
  return changes
}

const SIGNS = { adds: '+', changes: '~', loses: '-' } as const

/** Formats a change for the command line: `~ point_types.pobjeda.points Pobjeda: 20 -> 25`. */
export function changeText({ kind, at, name, was, becomes }: EventChange): string {
  const isTime = at === 'settings.starts_at' || at === 'settings.ends_at'
  const shown = (value: ChangeValue | undefined) =>
    quoted(isTime && typeof value === 'string' ? localTime(Date.parse(value)) : value)
  if (at.endsWith('.access'))
    return `${SIGNS[kind]} ${at} ${name}: earlier links, codes, sessions and keys end`
  const whose = at.endsWith(`.${name}`) ? '' : ` ${name}`
  return `${SIGNS[kind]} ${at}${whose}${was === undefined ? '' : `: ${shown(was)} -> ${shown(becomes)}`}`
}
