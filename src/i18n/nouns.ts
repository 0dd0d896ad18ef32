import type { Forms } from './plural'

/** A unit of time; `accusative` is its singular after "prije" and "za". */
export interface TimeUnit extends Forms {
  readonly accusative: string
}

export const nouns = {
  point: { one: 'bod', few: 'boda', other: 'bodova' },
  member: { one: 'član', few: 'člana', other: 'članova' },
  team: { one: 'tim', few: 'tima', other: 'timova' },
  booth: { one: 'štand', few: 'štanda', other: 'štandova' },
  award: { one: 'dodjela', few: 'dodjele', other: 'dodjela' },
  attempt: { one: 'pokušaj', few: 'pokušaja', other: 'pokušaja' },
  tag: { one: 'oznaka', few: 'oznake', other: 'oznaka' },
} as const satisfies Record<string, Forms>

export const timeUnits = {
  second: { one: 'sekunda', few: 'sekunde', other: 'sekundi', accusative: 'sekundu' },
  minute: { one: 'minuta', few: 'minute', other: 'minuta', accusative: 'minutu' },
  hour: { one: 'sat', few: 'sata', other: 'sati', accusative: 'sat' },
  day: { one: 'dan', few: 'dana', other: 'dana', accusative: 'dan' },
  month: { one: 'mjesec', few: 'mjeseca', other: 'mjeseci', accusative: 'mjesec' },
  year: { one: 'godina', few: 'godine', other: 'godina', accusative: 'godinu' },
} as const satisfies Record<string, TimeUnit>
