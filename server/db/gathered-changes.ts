import * as v from 'valibot'
import { TOPICS } from '#contract/topics'
import type { Change, Concern } from './changes'

/** The maximum length of a notification is 8,000 bytes, of an id 128. */
const IDS_AT_ONCE = 50

const ids = v.optional(v.array(v.string()))
const concernSchema = v.object({
  of: v.array(v.picklist(TOPICS)),
  users: ids,
  teams: ids,
  captainsOf: ids,
  vendors: ids,
  to: v.optional(v.picklist(['players', 'staff'])),
})
const changeSchema = v.variant('on', [
  v.object({ on: v.picklist(['accounts', 'roster', 'event', 'messages']), concerns: v.optional(v.array(concernSchema)) }),
  v.object({ on: v.literal('ledger'), teamIds: v.array(v.string()), concerns: v.optional(v.array(concernSchema)) }),
  v.object({ on: v.literal('anything') }),
])
const notificationSchema = v.object({ from: v.string(), changes: v.array(changeSchema) })
export type ChangeNotification = v.InferOutput<typeof notificationSchema>

/** The changes of a notification; what cannot be read, from a server of another version, may be about anything. */
export function parseNotification(payload: string | undefined): ChangeNotification {
  try {
    return v.parse(notificationSchema, JSON.parse(payload ?? ''))
  } catch {
    return { from: '', changes: [{ on: 'anything' }] }
  }
}

const AUDIENCES = ['users', 'teams', 'captainsOf', 'vendors'] as const
type Audience = (typeof AUDIENCES)[number]

function inParts<T>(items: readonly T[]): T[][] {
  const parts: T[][] = []
  for (let start = 0; start < items.length; start += IDS_AT_ONCE) parts.push(items.slice(start, start + IDS_AT_ONCE))
  return parts
}

/** One concern in parts that fit a notification each. */
function partsOf({ of, to }: Concern, audience: readonly (readonly [Audience, string])[]): Concern[] {
  if (audience.length === 0) return [{ of, ...(to === undefined ? {} : { to }) }]
  return inParts(audience).map((part) => {
    const named = Object.fromEntries(
      AUDIENCES.map((kind) => [kind, part.filter(([one]) => one === kind).map(([, id]) => id)] as const).filter(
        ([, list]) => list.length > 0,
      ),
    )
    return { of, ...named, ...(to === undefined ? {} : { to }) }
  })
}

/** Gathers changes, so that many of them are told at once. */
export class GatheredChanges {
  readonly #locks = new Set<'accounts' | 'roster' | 'event' | 'messages' | 'anything'>()
  /** Changes under these locks may concern everybody. */
  readonly #broad = new Set<Change['on']>()
  readonly #teams = new Set<string>()
  readonly #concerns = new Map<string, { readonly of: Concern; readonly audience: Map<string, readonly [Audience, string]> }>()

  add(change: Change): void {
    if (change.on === 'ledger') for (const id of change.teamIds) this.#teams.add(id)
    else this.#locks.add(change.on)
    if (change.on === 'anything') return
    if (change.concerns === undefined) this.#broad.add(change.on)
    for (const concern of change.concerns ?? []) this.#addConcern(concern)
  }

  #addConcern(concern: Concern): void {
    if (concern.of.length === 0) return
    const key = `${concern.to} ${concern.of.join(' ')}`
    const gathered = this.#concerns.get(key) ?? { of: concern, audience: new Map() }
    this.#concerns.set(key, gathered)
    for (const kind of AUDIENCES) for (const id of concern[kind] ?? []) gathered.audience.set(`${kind} ${id}`, [kind, id])
  }

  /** The changes, each list of them for one notification. */
  take(): Change[][] {
    const under = (on: Change['on']) => (this.#broad.has(on) ? {} : { concerns: [] })
    const locks = [...this.#locks].map((on): Change => (on === 'anything' ? { on } : { on, ...under(on) }))
    const ledgers = inParts([...this.#teams]).map((teamIds): Change => ({ on: 'ledger', teamIds, ...under('ledger') }))
    const concerns = [...this.#concerns.values()]
      .flatMap(({ of, audience }) => partsOf(of, [...audience.values()]))
      // A ledger change of no team: it is about its concern alone.
      .map((concern): Change => ({ on: 'ledger', teamIds: [], concerns: [concern] }))
    for (const gathered of [this.#locks, this.#broad, this.#teams, this.#concerns]) gathered.clear()
    return [...(locks.length > 0 ? [locks] : []), ...[...ledgers, ...concerns].map((one) => [one])]
  }
}
