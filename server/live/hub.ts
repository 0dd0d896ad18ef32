import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LIVE_BEAT_MS } from '#contract/live'
import type { Concern } from '../db/commits'
import type { LedgerId } from '../db/queries/ledger-id'
import { readStreamOwners, type StreamOwner } from '../db/queries/sessions'
import type { Game } from '../game'
import {
  EVERY_TOPIC,
  PUBLIC_TOPICS,
  Stream,
  type StreamClient,
  type TopicSet,
  topicSet,
  topicsFor,
} from './stream'

/** How long to gather changes (ms), so that a booth's batch is sent once. */
const GATHER_MS = 20
/**
 * Minimum interval (ms) between messages that the ranking has changed, because it changes with
 * every award and concerns everybody.
 */
const RANKING_MS = 1_000
/** Maximum number of streams to write, or owners to read, before other work gets its turn. */
const AT_ONCE = 500
/** A stream whose browser reads nothing for this long is closed (ms). */
const STUCK_MS = 30_000
/** Interval of attempts to read owners (ms) while the database is unavailable. */
const OWNERS_RETRY_MS = 1_000
const SECOND_MS = 1_000
const SLOTS = LIVE_BEAT_MS / SECOND_MS

/**
 * Maximum number of streams per account. A further stream closes the oldest, which may belong to a
 * phone that lost its network.
 */
const MAX_OF_ACCOUNT = 8
/** Maximum number of streams. They take at most 400 MB. */
const MAX_STREAMS = 20_000
/**
 * Maximum number of public streams: half of all, so that two devices of each of 5,000 players find
 * room, however many devices show the public screen.
 */
const MAX_PUBLIC = 10_000
/**
 * Maximum number of public streams per address, because a hall of 5,000 phones may share an
 * address. The other half of the public streams remains for all other addresses.
 */
const MAX_OF_ADDRESS = 5_000

const RANKING = topicSet(['ranking'])

type HubGame = Pick<Game, 'db' | 'now' | 'expiryNow'> & {
  readonly ledgerId: () => Promise<LedgerId | null>
}

/**
 * Creates the hub, which tells open streams of the commits of this server and of others.
 * @param onBeat is called at each heartbeat that is sent to a stream, so that idle booths count as
 * online
 */
export function createHub(
  { db, now, expiryNow, ledgerId }: HubGame,
  onBeat: (owner: StreamOwner) => void = () => {},
) {
  const streams = new Set<Stream>()
  /** Streams by account; those of the public screen by address. */
  const byClient = new Map<string, Set<Stream>>()
  let publicCount = 0
  /** Streams with topics to send. */
  const due = new Set<Stream>()
  /**
   * Changes to send next, by kind. Each kind is matched with the streams once, however many changes
   * are of that kind.
   */
  const gathered = new Map<string, [Concern, ...Concern[]]>()
  /** Streams whose session, booth or team may have changed. Their owners are read before anything is sent, so that a new team's changes are not missed. */
  const stale = new Set<Stream>()
  let rankingDue = false
  let rankingSentAt = Number.NEGATIVE_INFINITY
  let timer: { readonly at: number; readonly handle: NodeJS.Timeout } | null = null
  let running = false
  let closed = false
  let second = 0
  let opened = 0
  let ledger: LedgerId | null = null

  const keyOf = (client: StreamClient) =>
    `${client.kind} ${client.kind === 'account' ? client.userId : client.addressKey}`
  const streamsOf = (client: StreamClient) => byClient.get(keyOf(client)) ?? new Set<Stream>()

  /**
   * Schedules a `run`. An earlier time replaces a later one, so that other changes do not wait for
   * the ranking's turn.
   */
  function schedule(ms: number): void {
    const at = performance.now() + ms
    if (closed || running || (timer !== null && timer.at <= at)) return
    if (timer !== null) clearTimeout(timer.handle)
    const handle = setTimeout(() => {
      timer = null
      void run()
    }, ms)
    timer = { at, handle }
  }

  /**
   * Marks topics for sending. `ownerMayDiffer`: whether the stream's owner must be read again
   * first.
   */
  function queue(stream: Stream, topics: TopicSet, ownerMayDiffer: boolean): void {
    if ((topics & RANKING) !== 0) rankingDue = true
    stream.add(topics & ~RANKING)
    due.add(stream)
    if (ownerMayDiffer && !stream.isPublic) stale.add(stream)
  }

  /** Queues a change that names nobody and so concerns everybody. */
  function queueForEverybody(): void {
    for (const stream of streams) queue(stream, stream.isPublic ? PUBLIC_TOPICS : EVERY_TOPIC, true)
  }

  function gather(concern: Concern): void {
    if (concern.of.includes('ranking')) rankingDue = true
    const kind = JSON.stringify([concern.of, concern.to, concern.users !== undefined])
    const alike = gathered.get(kind)
    if (alike === undefined) gathered.set(kind, [concern])
    else alike.push(concern)
  }

  function queueGathered(): void {
    for (const concerns of gathered.values()) {
      const topicsOf = topicsFor(concerns)
      for (const stream of streams) {
        const topics = topicsOf(stream)
        // Named accounts may have another session, booth or team now.
        if (topics !== null) queue(stream, topics, concerns[0].users !== undefined)
      }
    }
    gathered.clear()
  }

  const unsubscribe = db.commits.subscribe((commit) => {
    if (streams.size === 0 || (commit.on === 'anything' && commit.unread === true)) return
    if (commit.concerns === undefined) queueForEverybody()
    else commit.concerns.forEach(gather)
    schedule(GATHER_MS)
  })

  /** Reads the streams' owners. Returns false if the database is unavailable. */
  async function readOwners(): Promise<boolean> {
    const some = [...stale].slice(0, AT_ONCE)
    for (const stream of some) stale.delete(stream)
    const tokenOf = ({ client }: Stream) => (client.kind === 'account' ? client.tokenHash : '')
    try {
      const owners = await readStreamOwners(db.read, [...new Set(some.map(tokenOf))], expiryNow())
      for (const stream of some) {
        const owner = owners.get(tokenOf(stream))
        if (owner === undefined) stream.end()
        else stream.owner = owner
      }
      return true
    } catch {
      for (const stream of some) stale.add(stream)
      return false
    }
  }

  function addRanking(): void {
    if (!rankingDue || performance.now() - rankingSentAt < RANKING_MS) return
    rankingDue = false
    rankingSentAt = performance.now()
    for (const stream of streams) {
      stream.add(RANKING)
      due.add(stream)
    }
  }

  async function run(): Promise<void> {
    running = true
    queueGathered()
    // Read one batch of owners: while hundreds join teams, some streams are always stale, for which
    // the other streams must not wait.
    const isReadable = stale.size === 0 || (await readOwners())
    ledger = await ledgerId().catch(() => ledger)
    addRanking()
    // Send nothing to a stream whose owner is unknown or stale, because the session may have ended.
    const known = [...due].filter(
      (stream) => stream.isPublic || (stream.owner !== null && !stale.has(stream)),
    )
    for (const [index, stream] of known.entries()) {
      due.delete(stream)
      stream.flush(now(), ledger)
      if (index % AT_ONCE === AT_ONCE - 1) await nextTurn()
    }
    running = false
    if (!isReadable) schedule(OWNERS_RETRY_MS)
    else if (stale.size > 0) schedule(0)
    else if (due.size + gathered.size > 0) schedule(GATHER_MS)
    else if (rankingDue)
      schedule(Math.max(GATHER_MS, rankingSentAt + RANKING_MS - performance.now()))
  }

  /** Forgets a closed stream. */
  function drop(stream: Stream): void {
    streams.delete(stream)
    due.delete(stream)
    stale.delete(stream)
    if (stream.isPublic) publicCount--
    const ofClient = streamsOf(stream.client)
    ofClient.delete(stream)
    if (ofClient.size === 0) byClient.delete(keyOf(stream.client))
  }

  function beat(stream: Stream): void {
    stream.beat()
    if (stream.owner !== null && stream.isOpen && !stream.isStuck()) onBeat(stream.owner)
    if (stream.owner !== null && stream.owner.expiresAt <= expiryNow()) stale.add(stream)
  }

  /**
   * Sends heartbeats to another part of the streams each second, so that thousands are not written
   * at once.
   */
  const beats = setInterval(() => {
    second = (second + 1) % SLOTS
    const time = now()
    for (const stream of streams) {
      if (stream.isStuck(STUCK_MS)) stream.drop()
      else if (stream.isStuck()) stream.flush(time, ledger)
      if (stream.slot === second) beat(stream)
    }
    if (stale.size > 0) schedule(GATHER_MS)
  }, SECOND_MS)
  beats.unref()

  return {
    /** The number of open streams. */
    size: () => streams.size,
    /** Whether one more stream may be opened. */
    hasRoomFor: (client: StreamClient) =>
      !closed &&
      streams.size < MAX_STREAMS &&
      (client.kind === 'account' ||
        (publicCount < MAX_PUBLIC && streamsOf(client).size < MAX_OF_ADDRESS)),
    /**
     * Takes over a response whose head is written. Sends its first event once its owner is known.
     */
    open(client: StreamClient, response: ServerResponse): void {
      const slot = opened++ % SLOTS
      const stream = new Stream(response, client, slot)
      const own = streamsOf(client)
      if (client.kind === 'account') {
        // The account's streams that are not already closing, oldest first.
        const earlier = [...own].filter(({ isOpen }) => isOpen)
        for (const old of earlier.slice(0, Math.max(0, earlier.length + 1 - MAX_OF_ACCOUNT)))
          old.end()
        stale.add(stream)
      } else publicCount++
      streams.add(stream)
      byClient.set(keyOf(client), own.add(stream))
      response.once('close', () => drop(stream))
      due.add(stream)
      schedule(0)
    },
    /** Whether the account has the app open in the foreground, on this server. */
    isWatching: (userId: string) => byClient.has(`account ${userId}`),
    /** Ends all streams, and tells the browsers that the server stops. */
    close(): void {
      closed = true
      unsubscribe()
      clearInterval(beats)
      if (timer !== null) clearTimeout(timer.handle)
      for (const stream of streams) stream.sayBye()
    },
  }
}
