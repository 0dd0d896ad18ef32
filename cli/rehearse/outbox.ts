import { randomUUID } from 'node:crypto'
import type { Call } from '#contract/call'
import { calls } from '#contract/calls'
import { REFUSED_FOR_GOOD } from '#contract/codes'
import type { PointType } from '#contract/entities'
import { CommunicationError, isRefusal } from '../../src/api/errors'
import { createOutboxEntry, isWaiting, type OutboxEntry } from '../../src/offline/entry'
import { createOutboxCopies, withCopies } from '../../src/offline/journal'
import { createOutbox } from '../../src/offline/outbox'
import type { Clocks } from '../../src/offline/queued-time'
import { type AwardOutcome, awardInput, type MakeCall, type SentAwards, sendAwards, voidSentAward } from '../../src/offline/send'
import { createStorageReserve } from '../../src/offline/storage-reserve'
import { createMemoryOutboxStore } from '../../src/offline/store'
import type { FoundedTeam, MadeAward } from './book'
import type { BoothCast } from './cast'
import type { Loss, Phone } from './phone'
import type { Stage } from './stage'

/** The answer to one in so many calls is lost on purpose, the first soon. */
const LOST_EVERY = 9
const FIRST_LOST = 3

const OFFLINE: SentAwards = { outcomes: new Map(), blocked: { is: 'later', silent: true, retryAfterMs: null } }

/** All taps are made in one life of a page, whose clock nobody sets. */
function readClocks(): Clocks {
  const forward = performance.now()
  return { forward, device: forward, pageLife: 'rehearsal', serverTime: null }
}

/** A booth's outbox: the page's, with a store in memory, in a network that loses answers. */
export async function openBoothOutbox(
  { book, meter }: Pick<Stage, 'book' | 'meter'>,
  phone: Phone,
  { userId, vendorId }: BoothCast,
  isOffline: () => boolean,
) {
  const made = new Map<string, MadeAward>()
  let sends = 0

  function nextLoss(): Loss | null {
    sends++
    if (sends % LOST_EVERY !== FIRST_LOST) return null
    book.counts.lostAnswers++
    return sends % 2 === 0 ? 'answer' : 'connection'
  }

  const waiting = () => outbox.view().entries.filter(isWaiting).length

  const call: MakeCall = async (definition, input) => {
    // Which refusals were provoked, only the award can tell.
    const reply = await phone.call(definition, input, { lose: nextLoss(), expected: REFUSED_FOR_GOOD, waiting: waiting() })
    if (reply.is === 'silence') throw new CommunicationError('no answer')
    if (reply.is === 'refused') throw reply.error
    if (definition.name === calls.awardMany.name) book.counts.batches++
    return reply.output
  }

  function note(sentBy: Call, award: MadeAward, outcome: AwardOutcome): void {
    switch (outcome.is) {
      case 'recorded':
        book.settle(award, outcome)
        return
      case 'refused':
        book.settle(award, outcome)
        if (award.tooSoon && outcome.code === 'COOLDOWN') return
        meter.unexpected.add(sentBy, outcome.code)
        meter.news.forget(award.entry.teamId)
        return
      case 'failed':
        // The phone has noted what failed a call of one.
        if (sentBy === calls.awardMany) meter.tryAgain(sentBy, 'an award without a decision')
    }
  }

  async function send(entries: readonly OutboxEntry[]): Promise<SentAwards> {
    if (isOffline()) return OFFLINE
    const sentBy = entries.length === 1 ? calls.awardPoints : calls.awardMany
    const awards = entries.flatMap(({ awardId }) => made.get(awardId) ?? [])
    for (const award of awards) {
      if (award.attempts++ === 0 && !award.tooSoon) meter.news.expect(award.entry.teamId)
    }
    const sent = await sendAwards(entries, readClocks, call)
    for (const award of awards) {
      const outcome = sent.outcomes.get(award.entry.awardId)
      if (outcome !== undefined) note(sentBy, award, outcome)
    }
    return sent
  }

  const outbox = createOutbox({
    store: withCopies(createMemoryOutboxStore(), createOutboxCopies(null), randomUUID),
    reserve: createStorageReserve(null),
    settleTimes: async () => null,
    settleAlone: async () => null,
    send,
    undo: (entry) => voidSentAward(entry, readClocks, call),
    locks: null,
    broadcast: () => undefined,
    now: () => performance.now(),
    random: Math.random,
    schedule(work, afterMs) {
      const timer = setTimeout(work, afterMs).unref()
      return () => clearTimeout(timer)
    },
    inFront: () => true,
    requestSync: () => undefined,
  })
  await outbox.signIn(userId)

  /** Waits for the drain that runs. The booth's staff dismiss what was refused. */
  async function settled(): Promise<void> {
    await outbox.settled()
    for (const { awardId, refusal } of outbox.view().entries) if (refusal !== null) await outbox.dismiss(awardId)
  }

  return {
    waiting,
    /** Answered as recorded, oldest first. */
    recorded: () => [...made.values()].filter(({ outcome }) => outcome?.is === 'recorded'),
    /** A tap: the award is kept, and sent if the booth has a network. */
    async give(team: FoundedTeam, pointType: PointType, tooSoon: boolean): Promise<void> {
      const tap = { userId, vendorId, team: { team_id: team.id, team_name: team.name }, pointType }
      const award = book.make({
        entry: createOutboxEntry(tap, { ...readClocks(), wall: Date.now(), lastContact: null }),
        tooSoon,
      })
      made.set(award.entry.awardId, award)
      await outbox.add(award.entry)
      await settled()
    },
    /** Sends what waits, as a phone does that comes back to its network. */
    async drain(): Promise<void> {
      outbox.kick()
      await settled()
    },
    /** Sends an award again that is recorded. */
    async repeat(award: MadeAward): Promise<void> {
      const reply = await phone.call(calls.awardPoints, awardInput(award.entry, readClocks()))
      book.counts.repeated++
      if (reply.is === 'refused' && isRefusal(reply.error)) book.settle(award, { is: 'refused', code: reply.error.code })
      if (reply.is === 'ok' && !reply.output.duplicate) {
        book.contradictions.push(`award ${award.entry.awardId} was recorded, and its repetition was not answered as one`)
      }
    },
    /** Nothing more is sent. */
    close: () => outbox.signIn(null),
  }
}

export type BoothOutbox = Awaited<ReturnType<typeof openBoothOutbox>>
