import type { ServerResponse } from 'node:http'
import type { LiveEvent } from '#contract/live'
import { PROTOCOL_VERSION } from '#contract/protocol'
import { TOPICS, type Topic } from '#contract/topics'
import type { Concern } from '../db/commits'
import type { LedgerId } from '../db/queries/ledger-id'
import type { StreamOwner } from '../db/queries/sessions'
import { isoTime } from '../time'

/** Topics as bits, so that a stream's pending topics are one number. */
export type TopicSet = number

export function topicSet(topics: readonly Topic[]): TopicSet {
  return topics.reduce((set, topic) => set | (1 << TOPICS.indexOf(topic)), 0)
}

export const EVERY_TOPIC = topicSet(TOPICS)

function eventText(event: LiveEvent, data: object): string {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

const BEAT = Buffer.from(':\n\n')
const changedEvents = new Map<TopicSet, Buffer>()

/** Returns the event of these topics: the same bytes for all streams, so that it is built once. */
function changedEvent(set: TopicSet): Buffer {
  const known = changedEvents.get(set)
  if (known !== undefined) return known
  const of = TOPICS.filter((_, index) => (set & (1 << index)) !== 0)
  const event = Buffer.from(eventText('changed', { of }))
  changedEvents.set(set, event)
  return event
}

/** Random delay before a browser reconnects (ms), so that thousands do not return at once. */
const RETRY_MS = { least: 1_000, spread: 4_000 }

function retryText(): string {
  return `retry: ${RETRY_MS.least + Math.floor(Math.random() * RETRY_MS.spread)}\n`
}

/**
 * Number of bytes that may wait for a slow browser. Later topics wait until it has read them, and
 * then become one event.
 */
const MAX_BUFFERED_BYTES = 4 * 1024

/**
 * The stream's client: an account with its session, or an anonymous viewer of the public ranking.
 */
export type StreamClient =
  | { readonly kind: 'account'; readonly tokenHash: string; readonly userId: string }
  | { readonly kind: 'public'; readonly addressKey: string }

/**
 * One open stream. Stores only which topics it still has to send, however slowly its browser reads.
 */
export class Stream {
  readonly client: StreamClient
  /** The second of the heartbeat's cycle at which this stream gets its heartbeat. */
  readonly slot: number
  /** Whose stream it is; null for the public screen, and until the owner is read. */
  owner: StreamOwner | null = null
  readonly #response: ServerResponse
  #pending: TopicSet = 0
  #helloSent = false
  /** When it began to wait for its browser to read (ms, monotonic); null if it does not wait. */
  #stuckSince: number | null = null

  constructor(response: ServerResponse, client: StreamClient, slot: number) {
    this.#response = response
    this.client = client
    this.slot = slot
  }

  get isOpen(): boolean {
    return !this.#response.destroyed && !this.#response.writableEnded
  }

  /** Whether it has waited for its browser to read for at least this long (ms). */
  isStuck(ms = 0): boolean {
    return this.#stuckSince !== null && performance.now() - this.#stuckSince >= ms
  }

  get isPublic(): boolean {
    return this.client.kind === 'public'
  }

  /**
   * Adds topics for `flush` to send. Ignores them before `hello` is sent, because the page reads
   * everything after `hello` anyway.
   */
  add(topics: TopicSet): void {
    if (this.#helloSent) this.#pending |= topics
  }

  /** Sends `hello` the first time, later the pending topics. */
  flush(now: number, ledger: LedgerId | null): void {
    if (!this.isOpen) return
    if (!this.#helloSent) {
      this.#helloSent = true
      const hello = { protocol: PROTOCOL_VERSION, server_time: isoTime(now), ...ledger }
      this.#response.write(retryText() + eventText('hello', hello))
      return
    }
    if (this.#pending === 0 || this.#mustWait()) return
    this.#response.write(changedEvent(this.#pending))
    this.#pending = 0
  }

  beat(): void {
    if (this.isOpen && this.#helloSent && !this.#mustWait()) this.#response.write(BEAT)
  }

  #mustWait(): boolean {
    const stuck = this.#response.writableLength > MAX_BUFFERED_BYTES
    this.#stuckSince = stuck ? (this.#stuckSince ?? performance.now()) : null
    return stuck
  }

  /** Ends the stream, and tells the browser that the server stops. The browser reconnects later. */
  sayBye(): void {
    if (!this.isOpen) return
    this.#response.end(retryText() + eventText('bye', {}))
  }

  end(): void {
    if (this.isOpen) this.#response.end()
  }

  drop(): void {
    this.#response.destroy()
  }
}

const OWN_TOPICS = topicSet(['user', 'team', 'invites'])
const TEAM_TOPICS = topicSet(['user', 'team'])
const CAPTAIN_TOPICS = topicSet(['invites'])
const BOOTH_TOPICS = topicSet(['booth'])
const OF_EVERYBODY = topicSet(['ranking', 'event', 'message'])
export const PUBLIC_TOPICS = topicSet(['ranking', 'event'])

/** Whether the stream's owner is one of these recipients. Organisers belong to both kinds. */
function belongsTo({ owner }: Stream, to: 'players' | 'staff'): boolean {
  return owner !== null && (owner.organiser || (owner.vendorId !== null) === (to === 'staff'))
}

/**
 * Creates the function that returns which topics of changes of one kind a stream receives; null if
 * no change concerns it. Its account is known when it opens; its team and booth are read later. The
 * topic `ranking` is sent separately.
 */
export function topicsFor(
  concerns: readonly [Concern, ...Concern[]],
): (stream: Stream) => TopicSet | null {
  const [{ of, to }] = concerns
  const topics = topicSet(of.filter((topic) => topic !== 'ranking'))
  const isForAll = (topics & OF_EVERYBODY) !== 0
  const setOf = (whom: 'users' | 'teams' | 'captainsOf' | 'vendors') =>
    new Set<string | null>(concerns.flatMap((concern) => concern[whom] ?? []))
  const [named, members, captains, staff] = [
    setOf('users'),
    setOf('teams'),
    setOf('captainsOf'),
    setOf('vendors'),
  ]
  const isForAllBooths = concerns.some(({ vendors }) => vendors === 'all')

  function asOwner({ teamId, vendorId, isCaptain }: StreamOwner): TopicSet {
    const asMember = members.has(teamId) ? TEAM_TOPICS : 0
    const asCaptain = isCaptain && captains.has(teamId) ? CAPTAIN_TOPICS : 0
    const asStaff = (isForAllBooths ? vendorId !== null : staff.has(vendorId)) ? BOOTH_TOPICS : 0
    return asMember | asCaptain | asStaff
  }

  return (stream) => {
    const { client, owner } = stream
    let allowed = owner === null ? 0 : asOwner(owner)
    if (client.kind === 'account' && named.has(client.userId)) allowed |= OWN_TOPICS
    if (isForAll && (to === undefined || belongsTo(stream, to)))
      allowed |= stream.isPublic ? PUBLIC_TOPICS : OF_EVERYBODY
    return allowed === 0 ? null : topics & allowed
  }
}
