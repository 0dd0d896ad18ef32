import type { Concern } from '../db/commits'
import type { StreamOwner } from '../db/queries/sessions'
import { type Stream, type TopicSet, topicSet } from './stream'

type Index = Map<string, Set<Stream>>

function put(index: Index, key: string | null | undefined, stream: Stream): void {
  if (key == null) return
  const streams = index.get(key) ?? new Set()
  index.set(key, streams.add(stream))
}

function take(index: Index, key: string | null | undefined, stream: Stream): void {
  if (key == null) return
  const streams = index.get(key)
  streams?.delete(stream)
  if (streams?.size === 0) index.delete(key)
}

const OF_OWN = topicSet(['user', 'team', 'invites'])
const OF_TEAM = topicSet(['user', 'team'])
const OF_CAPTAIN = topicSet(['invites'])
const OF_BOOTH = topicSet(['booth'])
const OF_EVERYBODY = topicSet(['ranking', 'event', 'message'])
export const PUBLIC_TOPICS = topicSet(['ranking', 'event'])

/** Organisers see what is for players and what is for staff. */
function isAmong({ isPublic, owner }: Stream, to: 'players' | 'staff'): boolean {
  if (isPublic || owner === null) return false
  return owner.organiser || (owner.vendorId !== null) === (to === 'staff')
}

/** All open streams, and which of them a change concerns. */
export class Audience {
  readonly all = new Set<Stream>()
  /** Each under the account of its session from its opening on, whose team and booth are looked up later. */
  readonly #byUser: Index = new Map()
  readonly #byTeam: Index = new Map()
  readonly #byVendor: Index = new Map()
  readonly #byAddress: Index = new Map()
  publicCount = 0

  add(stream: Stream): void {
    const { listener } = stream
    this.all.add(stream)
    if (listener.is === 'public') {
      this.publicCount++
      put(this.#byAddress, listener.addressKey, stream)
    } else put(this.#byUser, listener.userId, stream)
  }

  remove(stream: Stream): void {
    const { listener } = stream
    if (!this.all.delete(stream)) return
    if (listener.is === 'public') {
      this.publicCount--
      take(this.#byAddress, listener.addressKey, stream)
    } else take(this.#byUser, listener.userId, stream)
    this.#forgetOwner(stream)
  }

  #forgetOwner(stream: Stream): void {
    take(this.#byTeam, stream.owner?.teamId, stream)
    take(this.#byVendor, stream.owner?.vendorId, stream)
  }

  setOwner(stream: Stream, owner: StreamOwner): void {
    this.#forgetOwner(stream)
    stream.owner = owner
    put(this.#byTeam, owner.teamId, stream)
    put(this.#byVendor, owner.vendorId, stream)
  }

  /** The account's streams, oldest first, without those that take leave. */
  ofUser(userId: string): readonly Stream[] {
    return [...(this.#byUser.get(userId) ?? [])].filter(({ isOpen }) => isOpen)
  }

  isWatching(userId: string): boolean {
    return this.#byUser.has(userId)
  }

  publicFrom(addressKey: string): number {
    return this.#byAddress.get(addressKey)?.size ?? 0
  }

  /** Calls `hear` with each stream that the concern is about, and the topics that it may hear. `ranking` is sent separately. */
  concerned({ of, users, teams, captainsOf, vendors, to }: Concern, hear: (stream: Stream, topics: TopicSet) => void): void {
    const topics = topicSet(of.filter((topic) => topic !== 'ranking'))
    const each = (
      index: Index,
      keys: readonly string[] | undefined,
      heard: TopicSet,
      which: (stream: Stream) => boolean = () => true,
    ) => {
      for (const key of keys ?? []) for (const stream of index.get(key) ?? []) if (which(stream)) hear(stream, topics & heard)
    }
    each(this.#byUser, users, OF_OWN)
    each(this.#byTeam, teams, OF_TEAM)
    each(this.#byTeam, captainsOf, OF_CAPTAIN, ({ owner }) => owner?.isCaptain === true)
    each(this.#byVendor, vendors, OF_BOOTH)
    if ((topics & OF_EVERYBODY) === 0) return
    for (const stream of this.all) {
      if (to !== undefined && !isAmong(stream, to)) continue
      hear(stream, topics & (stream.isPublic ? PUBLIC_TOPICS : OF_EVERYBODY))
    }
  }
}
