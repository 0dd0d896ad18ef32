import type { CallInput, CallOutput } from '#contract/calls'
import { REFUSED_FOR_GOOD } from '#contract/codes'
import { AWARDS_AT_ONCE } from '#contract/protocol'
import type { MadeAward, Outcome } from './book'
import type { Loss, Phone } from './phone'
import type { Stage } from './stage'

/** The answer to one in so many calls is lost on purpose, the first soon. */
const LOST_EVERY = 9
const FIRST_LOST = 3
const FIRST_WAIT_MS = 1_000
const LONGEST_WAIT_MS = 30_000

const FINAL: ReadonlySet<string> = new Set(REFUSED_FOR_GOOD)

/** Awards of one phone that the server has not answered for. */
export interface Outbox {
  readonly waiting: readonly MadeAward[]
  /** Answered as recorded, oldest first. */
  readonly recorded: readonly MadeAward[]
  add(award: MadeAward): void
  /** Sends what waits, oldest first, until all is answered or the server is silent. */
  drain(): Promise<void>
  /** Sends an award again that is recorded. */
  repeat(award: MadeAward): Promise<void>
}

type Result = CallOutput<'awardMany'>['results'][number]

const inputOf = (award: MadeAward): CallInput<'awardPoints'> & { award_id: string } => ({
  ...{ award_id: award.id, team_id: award.teamId, point_type: award.kind.id, user_id: award.userId, vendor_id: award.vendorId },
  queued_ms: Math.max(0, Math.round(performance.now() - award.madeAt)),
})

export function createOutbox(phone: Phone, { book, meter, news }: Pick<Stage, 'book' | 'meter' | 'news'>): Outbox {
  const waiting: MadeAward[] = []
  const recorded: MadeAward[] = []
  let [sends, failures, waitUntil] = [0, 0, 0]

  function settle(award: MadeAward, outcome: Outcome): void {
    book.settle(award, outcome)
    waiting.splice(waiting.indexOf(award), 1)
    if (outcome.is === 'recorded') recorded.push(award)
    else if (!award.tooSoon) news.forget(award.teamId)
  }

  /** Each returns whether the server has decided. */
  async function sendOne(award: MadeAward, lose: Loss | null): Promise<boolean> {
    const expected = award.tooSoon ? ['COOLDOWN'] : []
    const reply = await phone.call('awardPoints', inputOf(award), { lose, expected, waiting: waiting.length })
    if (reply.is === 'ok') settle(award, { is: 'recorded' })
    else if (reply.is === 'refused' && FINAL.has(reply.code)) settle(award, { is: 'refused', code: reply.code })
    else return false
    return true
  }

  function take(award: MadeAward | undefined, result: Result): boolean {
    if (award === undefined || award.id !== result.award_id) {
      book.contradictions.push(`award_many answered for ${result.award_id} in the place of ${award?.id}`)
      return false
    }
    if (result.status === 'OK') {
      settle(award, { is: 'recorded' })
      return true
    }
    if (!FINAL.has(result.code)) {
      meter.tryAgain('awardMany', result.code)
      return false
    }
    if (result.code !== 'COOLDOWN' || !award.tooSoon) meter.unexpected('awardMany', result.code)
    settle(award, { is: 'refused', code: result.code })
    return true
  }

  async function sendMany(awards: readonly MadeAward[], lose: Loss | null): Promise<boolean> {
    const reply = await phone.call('awardMany', { awards: awards.map(inputOf) }, { lose, waiting: waiting.length })
    if (reply.is !== 'ok') return false
    book.counts.batches++
    return reply.output.results.map((result, place) => take(awards[place], result)).every(Boolean)
  }

  async function sendNext(lose: Loss | null): Promise<boolean> {
    const some = waiting.slice(0, AWARDS_AT_ONCE)
    for (const award of some) {
      if (award.attempts++ === 0 && !award.tooSoon) news.expect(award.teamId)
    }
    const [first] = some
    if (first === undefined) return true
    return some.length === 1 ? await sendOne(first, lose) : await sendMany(some, lose)
  }

  function nextLoss(): Loss | null {
    sends++
    if (sends % LOST_EVERY !== FIRST_LOST) return null
    book.counts.lostAnswers++
    return sends % 2 === 0 ? 'answer' : 'connection'
  }

  return {
    waiting,
    recorded,
    add: (award) => void waiting.push(award),
    async drain() {
      if (performance.now() < waitUntil) return
      while (waiting.length > 0) {
        const lose = nextLoss()
        if (await sendNext(lose)) failures = 0
        else if (lose === null) {
          // As the app's outbox does. What was lost on purpose is sent again at once.
          waitUntil = performance.now() + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures++)
          return
        }
      }
    },
    async repeat(award) {
      const reply = await phone.call('awardPoints', inputOf(award))
      book.counts.repeated++
      if (reply.is === 'ok' && !reply.output.duplicate) {
        book.contradictions.push(`award ${award.id} was recorded, and its repetition was not answered as one`)
      }
      if (reply.is === 'refused' && FINAL.has(reply.code)) book.settle(award, { is: 'refused', code: reply.code })
    },
  }
}
