import { randomUUID } from 'node:crypto'
import { calls } from '#contract/calls'
import { REFUSED_FOR_GOOD } from '#contract/codes'
import { AWARDS_AT_ONCE } from '#contract/protocol'
import type { RehearsedPerson } from '#server/db/queries/rehearsal'
import type { CallOptions, Phone } from './phone'
import { signIn } from './player'
import {
  type MadeAward,
  pick,
  type Rehearsal,
  type RehearsedTeam,
  randomBetween,
} from './rehearsal'

/**
 * The turns at which a booth does each of these things on purpose: turn `first`, then every
 * `every`-th turn after it. `first` is small, so that a short rehearsal has each of them.
 */
const TURNS = {
  tooSoon: { every: 12, first: 5 },
  repeat: { every: 10, first: 4 },
  read: { every: 6, first: 2 },
  lost: { every: 9, first: 3 },
} as const

function isTurn(number: number, what: keyof typeof TURNS): boolean {
  const { every, first } = TURNS[what]
  return number % every === first
}

/** Number of groups in which booths go offline, one after the other. */
const OFFLINE_GROUPS = 7
/** Minimum awards per booth, even if the server is slow. */
const MIN_AWARDS = 12
/** Pause between attempts to send what still waits at the end (ms). */
const RETRY_MS = 200

const isDecided = (outcome = '') => ['recorded', ...REFUSED_FOR_GOOD].includes(outcome)

/**
 * Creates the outbox of a booth's phone: it sends each award under one id until the server decides.
 */
function createOutbox(
  { results, meter, plan }: Rehearsal,
  phone: Phone,
  { userId, vendorId }: RehearsedPerson,
) {
  const made: MadeAward[] = []
  /** Teams that already got the points of the type with the cooldown. */
  const served = new Set<RehearsedTeam>()
  let sends = 0
  const waiting = () => made.filter(({ outcome }) => outcome === null)
  const recorded = () => made.filter(({ outcome }) => outcome === 'recorded')
  const withAge = ({ input, madeAt }: MadeAward) => ({
    ...input,
    queued_ms: Math.max(0, Date.now() - madeAt),
  })

  /** Sends awards in one call. Returns the outcome of each; an empty list if no answer came. */
  async function send(awards: readonly MadeAward[], options: CallOptions): Promise<string[]> {
    const [first, ...others] = awards.map(withAge)
    if (first === undefined) return []
    if (others.length === 0) {
      const reply = await phone.call(calls.awardPoints, first, options)
      if (reply.kind === 'ok') return ['recorded']
      return reply.kind === 'refused' ? [reply.code] : []
    }
    const reply = await phone.call(calls.awardMany, { awards: [first, ...others] }, options)
    if (reply.kind !== 'ok') return []
    results.counts['calls with several awards']++
    return reply.output.results.map((result) => (result.status === 'OK' ? 'recorded' : result.code))
  }

  function settle(award: MadeAward, outcome = ''): void {
    if (!isDecided(outcome)) return
    results.settle(award, outcome)
    if (outcome !== (award.tooSoon ? 'COOLDOWN' : 'recorded'))
      meter.count('unexpected', calls.awardPoints, outcome)
  }

  return {
    waiting: () => waiting().length,
    /**
     * Makes an award. The team's first award at this booth has a cooldown, later awards have none.
     * At some turns repeats a first award, which the server must refuse as too soon.
     */
    tap(next: RehearsedTeam, number: number): void {
      const again = isTurn(number, 'tooSoon') ? pick([...served]) : null
      const [team, tooSoon] = [again ?? next, again !== null]
      const { point_type, points } = served.has(team) && !tooSoon ? plan.free : plan.once
      const input = {
        award_id: randomUUID(),
        team_id: team.id,
        point_type,
        user_id: userId,
        vendor_id: vendorId ?? '',
      }
      const award = { input, points, tooSoon, madeAt: Date.now(), outcome: null, attempts: 0 }
      made.push(award)
      results.awards.push(award)
      served.add(team)
    },
    /**
     * Sends waiting awards, in several calls if needed. Stops after a call that leaves one
     * undecided.
     */
    async drain(): Promise<void> {
      const awards = waiting().slice(0, AWARDS_AT_ONCE)
      if (awards.length === 0) return
      const isLost = isTurn(++sends, 'lost')
      if (isLost) results.counts['answers lost on purpose']++
      for (const award of awards) {
        if (award.attempts++ === 0 && !award.tooSoon)
          meter.sent(award.input.award_id, award.input.team_id)
      }
      // Count no refusal as unexpected here: `settle` knows which refusals were provoked.
      const options = {
        isLost,
        expected: REFUSED_FOR_GOOD,
        waiting: waiting().length,
      }
      const outcomes = await send(awards, options)
      for (const [index, award] of awards.entries()) settle(award, outcomes[index])
      if (awards.every(({ outcome }) => outcome !== null)) await this.drain()
    },
    /** Sends a recorded award again. */
    async repeat(): Promise<void> {
      const award = pick(recorded())
      if (award === null) return
      const reply = await phone.call(calls.awardPoints, withAge(award))
      results.counts['awards sent again although recorded']++
      if (reply.kind === 'refused' && isDecided(reply.code)) results.settle(award, reply.code)
      if (reply.kind === 'ok' && !reply.output.duplicate)
        results.contradictions.push(`${award.input.award_id} was recorded twice`)
    },
  }
}

/** A booth's phone, from the sign-in until nothing waits on it. */
export async function playBooth(
  rehearsal: Rehearsal,
  staff: RehearsedPerson,
  index: number,
): Promise<void> {
  const { schedule, results } = rehearsal
  const { arrivalMs, playMs, offlineMs, awardEveryMs } = schedule
  // Bring all booths back online before the end.
  const offlineFrom =
    arrivalMs + ((index % OFFLINE_GROUPS) / OFFLINE_GROUPS) * (playMs - arrivalMs - offlineMs)
  let offlineUntil: number | null = null
  const phone = await signIn(rehearsal, staff)
  if (phone === null) return
  phone.listen({})
  const outbox = createOutbox(rehearsal, phone, staff)
  let given = 0
  let rounds = 0
  let version: string | undefined
  const sendAndRead = async (): Promise<void> => {
    await outbox.drain()
    rounds++
    if (isTurn(rounds, 'repeat')) await outbox.repeat()
    const team = isTurn(rounds, 'read') ? pick(results.teams) : null
    if (team === null) return
    results.counts['readings of a whole card or board']++
    const list = await phone.call(calls.listTeams, { version })
    if (list.kind === 'ok') version = list.output.version
    await phone.call(calls.listAwards, {})
    await phone.call(calls.checkCooldown, { team_id: team.id })
  }
  await phone.call(calls.listVendors, {})
  while (
    (rehearsal.elapsed() < playMs || (given < MIN_AWARDS && rehearsal.hasTimeLeft())) &&
    !rehearsal.isStopped()
  ) {
    await rehearsal.pause(awardEveryMs * randomBetween(0.7, 1.3))
    const team = pick(results.teams)
    if (team === null) continue
    outbox.tap(team, ++given)
    if (rehearsal.elapsed() > offlineFrom && offlineUntil === null) {
      offlineUntil = rehearsal.elapsed() + offlineMs
      results.counts['booths that were offline']++
    }
    if (rehearsal.elapsed() >= (offlineUntil ?? 0)) await sendAndRead()
  }
  await outbox.drain()
  while (outbox.waiting() > 0 && rehearsal.hasTimeLeft()) {
    await rehearsal.pause(RETRY_MS)
    await outbox.drain()
  }
}
