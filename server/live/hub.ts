import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { LIVE_BEAT_MS } from '#contract/live'
import type { Concern } from '../db/commits'
import type { LedgerId } from '../db/queries/ledger-id'
import { readStreamOwners, type StreamOwner } from '../db/queries/sessions'
import type { Game } from '../game'
import { EVERY_TOPIC, PUBLIC_TOPICS, type Recipient, Stream, type TopicSet, topicSet, topicsFor } from './stream'

/** How long changes are gathered (ms): a booth's batch is told once. */
const GATHER_MS = 20
/** The ranking changes with every award and concerns everybody, so it is told at most this often (ms). */
const RANKING_MS = 1_000
/** Streams that are written to, or looked up, before others get their turn. */
const AT_ONCE = 500
/** A reader that takes nothing for this long (ms) is gone. */
const PATIENCE_MS = 30_000
/** Looking owners up is tried again after this long (ms) if the database is unavailable. */
const AGAIN_MS = 1_000
const SECOND_MS = 1_000
const SLOTS = LIVE_BEAT_MS / SECOND_MS

/** Streams of one account. One more ends the oldest, which may be of a phone that lost its network. */
const MOST_OF_ACCOUNT = 8
/** All streams: 400 MB at most. */
const MOST_OF_ALL = 20_000
/** Half of them: whatever comes to the public screen, each of 5,000 players finds a place for two devices. */
const MOST_PUBLIC = 10_000
/** A hall of 5,000 phones may share one address. It leaves as many public places to all others. */
const MOST_OF_ADDRESS = 5_000

const RANKING = topicSet(['ranking'])

export type Hub = ReturnType<typeof createHub>

type HubGame = Pick<Game, 'db' | 'now' | 'expiryNow'> & { readonly ledgerId: () => Promise<LedgerId | null> }

/**
 * Tells open streams what was committed, on this server and on others.
 * @param onBeat called at each heartbeat that a stream's reader takes, so that idle booths count as online
 */
export function createHub({ db, now, expiryNow, ledgerId }: HubGame, onBeat: (owner: StreamOwner) => void = () => {}) {
  const streams = new Set<Stream>()
  /** Those of each account, and of each address at the public screen. */
  const byRecipient = new Map<string, Set<Stream>>()
  let publicCount = 0
  /** Streams with topics to send. */
  const due = new Set<Stream>()
  /** What is told next; changes of one kind are put to the streams once, however many there are. */
  const gathered = new Map<string, [Concern, ...Concern[]]>()
  /** Streams whose session, booth or team may have changed. They are reread before anything is sent, so that a new team's changes are not missed. */
  const unsure = new Set<Stream>()
  let rankingDue = false
  let rankingSentAt = Number.NEGATIVE_INFINITY
  let timer: { readonly at: number; readonly handle: NodeJS.Timeout } | null = null
  let running = false
  let closed = false
  let second = 0
  let opened = 0
  let ledger: LedgerId | null = null

  const keyOf = (recipient: Recipient) =>
    `${recipient.is} ${recipient.is === 'account' ? recipient.userId : recipient.addressKey}`
  const besideOf = (recipient: Recipient) => byRecipient.get(keyOf(recipient)) ?? new Set<Stream>()

  /** The earliest wish counts: a change does not wait for the ranking's turn. */
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

  function queue(stream: Stream, topics: TopicSet, mayHaveMoved: boolean): void {
    if ((topics & RANKING) !== 0) rankingDue = true
    stream.add(topics & ~RANKING)
    due.add(stream)
    if (mayHaveMoved && !stream.isPublic) unsure.add(stream)
  }

  /** Queues a change that does not say whom it concerns. */
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
      const heardBy = topicsFor(concerns)
      for (const stream of streams) {
        const topics = heardBy(stream)
        // Accounts are named where their session, booth or team may be another one.
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

  /** Looks up whose the streams are now. Returns false if the database cannot say. */
  async function lookUp(): Promise<boolean> {
    const some = [...unsure].slice(0, AT_ONCE)
    for (const stream of some) unsure.delete(stream)
    const tokenOf = ({ recipient }: Stream) => (recipient.is === 'account' ? recipient.tokenHash : '')
    try {
      const owners = await readStreamOwners(db.read, [...new Set(some.map(tokenOf))], expiryNow())
      for (const stream of some) {
        const owner = owners.get(tokenOf(stream))
        if (owner === undefined) stream.end()
        else stream.owner = owner
      }
      return true
    } catch {
      for (const stream of some) unsure.add(stream)
      return false
    }
  }

  async function flushAll(some: Iterable<Stream>): Promise<void> {
    let told = 0
    for (const stream of some) {
      stream.flush(now(), ledger)
      if (++told % AT_ONCE === 0) await nextTurn()
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
    // One batch at a time: while hundreds join teams, somebody is always unsure, and the others must not wait for them.
    const knows = unsure.size === 0 || (await lookUp())
    ledger = await ledgerId().catch(() => ledger)
    addRanking()
    // An unknown owner is not greeted yet: its session may have ended.
    const known = [...due].filter((stream) => stream.isPublic || (stream.owner !== null && !unsure.has(stream)))
    for (const stream of known) due.delete(stream)
    await flushAll(known)
    running = false
    if (!knows) schedule(AGAIN_MS)
    else if (unsure.size > 0) schedule(0)
    else if (due.size + gathered.size > 0) schedule(GATHER_MS)
    else if (rankingDue) schedule(Math.max(GATHER_MS, rankingSentAt + RANKING_MS - performance.now()))
  }

  function drop(stream: Stream): void {
    streams.delete(stream)
    due.delete(stream)
    unsure.delete(stream)
    if (stream.isPublic) publicCount--
    const beside = besideOf(stream.recipient)
    beside.delete(stream)
    if (beside.size === 0) byRecipient.delete(keyOf(stream.recipient))
  }

  function retry(stream: Stream, time: number): void {
    if (stream.isStuck(PATIENCE_MS)) stream.drop()
    else stream.flush(time, ledger)
  }

  function keepAwake(stream: Stream): void {
    stream.beat()
    if (stream.owner !== null && stream.isOpen && !stream.isStuck()) onBeat(stream.owner)
    if (stream.owner !== null && stream.owner.expiresAt <= expiryNow()) unsure.add(stream)
  }

  /** Each second another part of the streams gets its comment line, so that thousands are not written to at once. */
  const beats = setInterval(() => {
    second = (second + 1) % SLOTS
    const time = now()
    for (const stream of streams) {
      if (stream.isStuck()) retry(stream, time)
      if (stream.slot === second) keepAwake(stream)
    }
    if (unsure.size > 0) schedule(GATHER_MS)
  }, SECOND_MS)
  beats.unref()

  return {
    /** Whether one more stream may be opened. */
    hasRoomFor: (recipient: Recipient) =>
      !closed &&
      streams.size < MOST_OF_ALL &&
      (recipient.is === 'account' || (publicCount < MOST_PUBLIC && besideOf(recipient).size < MOST_OF_ADDRESS)),
    /** Adopts a response whose head is written. Its first event follows once its owner is known. */
    open(recipient: Recipient, response: ServerResponse): void {
      const slot = opened++ % SLOTS
      const stream = new Stream(response, recipient, slot)
      const beside = besideOf(recipient)
      if (recipient.is === 'account') {
        // Oldest first, without those that take leave.
        const earlier = [...beside].filter(({ isOpen }) => isOpen)
        for (const old of earlier.slice(0, Math.max(0, earlier.length + 1 - MOST_OF_ACCOUNT))) old.end()
        unsure.add(stream)
      } else publicCount++
      streams.add(stream)
      byRecipient.set(keyOf(recipient), beside.add(stream))
      response.once('close', () => drop(stream))
      due.add(stream)
      schedule(0)
    },
    /** Whether the account has the app open in front, on a device of this server. */
    isWatching: (userId: string) => byRecipient.has(`account ${userId}`),
    /** Takes leave of everybody. */
    close(): void {
      closed = true
      unsubscribe()
      clearInterval(beats)
      if (timer !== null) clearTimeout(timer.handle)
      for (const stream of streams) stream.sayBye()
    },
  }
}
