import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallOutput } from '#contract/calls'
import { invalidate, median, quantile, type Row } from '../../report/row'
import { type Bench, onEngine } from '../bench'
import { amongCards, type Listening, withStreams } from '../cards'
import type { BenchDatabase } from '../databases'
import type { EventSize } from '../event'
import { asPlayer, award, isOk, send } from '../requests'

const GOAL_MS = 1_000
const [SECONDS, QUICK_SECONDS] = [30, 4] as const
const AWARDS_PER_SECOND = 20
/** News that take longer than this (ms) count as lost. */
const PATIENCE_MS = 10_000

interface Place {
  /** The servers that booths and cards talk to. */
  readonly boothUrl: string
  readonly cardUrl: string
  /** What the row says of them. */
  readonly where: string
  readonly count: number
  /** A point type whose cooldown no other award of the measurement has started. */
  readonly type: number
}

/**
 * Awards of many booths at a fixed pace, each to another team, of which one card is open and reads its account and its points
 * when its stream tells it to.
 * @param streams of player n at n; player n is in team n
 */
async function tapToCards(place: Place, size: EventSize, streams: readonly Listening[], seconds: number) {
  const { boothUrl, cardUrl, type } = place
  const agent = new Agent({ keepAlive: true })
  /** From the booth's request until the card's readings hold the points, the booth has its answer, the card's stream the news (ms). */
  const times = { shown: [] as number[], answered: [] as number[], heard: [] as number[] }
  const recorded: string[] = []
  const faults: string[] = []
  const count = Math.min(seconds * AWARDS_PER_SECOND, size.teams, streams.length)
  const started = performance.now()

  async function tap(booth: number, team: number, awardId: string, tappedAt: number): Promise<void> {
    const answer = await send(boothUrl, award(size, booth, team, type, awardId), agent)
    if (!isOk(answer)) throw new Error(`an award was refused: ${answer.body.toString().slice(0, 200)}`)
    times.answered.push(performance.now() - tappedAt)
    recorded.push(awardId)
  }

  async function follow(stream: Listening, awardId: string, tappedAt: number): Promise<void> {
    const heardAt = await Promise.race([stream.nextOfTeam(), sleep(PATIENCE_MS, Number.NaN, { ref: false })])
    if (Number.isNaN(heardAt)) throw new Error('a card was not told')
    times.heard.push(heardAt - tappedAt)
    const [user, points] = await Promise.all([
      send(cardUrl, asPlayer(size, stream.player, 'currentUser', {}), agent),
      send(cardUrl, asPlayer(size, stream.player, 'teamPoints', {}), agent),
    ])
    const shownAt = performance.now()
    if (!isOk(user) || !isOk(points)) throw new Error(`a card's reading was refused: ${user.body.toString().slice(0, 200)}`)
    const ofUser = JSON.parse(user.body.toString()) as CallOutput<'currentUser'>
    const ofTeam = JSON.parse(points.body.toString()) as CallOutput<'teamPoints'>
    const isNew = ofTeam.awards.some(({ award_id }) => award_id === awardId) && ofUser.user.team?.points === ofTeam.points
    if (!isNew) throw new Error('a card was told and then read old points')
    times.shown.push(shownAt - tappedAt)
  }

  async function give(index: number): Promise<void> {
    // The factor has no divisor in common with the number of teams, so each team comes once.
    const team = (index * 7) % size.teams
    const stream = streams[team]
    if (stream === undefined) return
    await sleep(Math.max(0, started + (index * 1000) / AWARDS_PER_SECOND - performance.now()))
    const [awardId, tappedAt] = [randomUUID(), performance.now()]
    await Promise.all([follow(stream, awardId, tappedAt), tap(index % size.booths, team, awardId, tappedAt)])
  }

  const attempts = Array.from({ length: count }, (_, index) => give(index).catch((reason) => void faults.push(String(reason))))
  await Promise.all(attempts)
  agent.destroy()
  return { ...times, recorded, faults }
}

const shown = (times: readonly number[]) =>
  `p50 ${median(times).toFixed(0)}, p95 ${quantile(times, 0.95).toFixed(0)}, longest ${quantile(times, 1).toFixed(0)} ms`

/** From a booth's tap to a card. Beside the card that is told of its points, all cards read as the ranking's news make them. */
export async function measureTaps(bench: Bench, database: BenchDatabase, place: Place): Promise<Row> {
  const { plan, progress } = bench
  const { cardUrl, count, where } = place
  const seconds = plan.quick ? QUICK_SECONDS : SECONDS
  progress(`from a tap to a card, ${count} streams${where}`)
  const { done, faults } = await withStreams(cardUrl, count, (streams) =>
    amongCards(bench, { urls: [cardUrl], seconds, haveStreams: true }, () => tapToCards(place, plan.size, streams, seconds)),
  )
  const { done: taps, cards } = done
  const [p95, answered] = [quantile(taps.shown, 0.95), quantile(taps.answered, 0.95)]
  const row: Row = {
    what: onEngine(`from a booth's tap to the points on a card, ${count.toLocaleString('en')} streams${where}`, bench),
    measured: `${shown(taps.shown)} of ${taps.shown.length} awards; the stream's news p95 ${quantile(taps.heard, 0.95).toFixed(0)} ms`,
    floor: `the booth's answer p95 ${answered.toFixed(0)} ms`,
    ratio: (p95 / answered).toFixed(2),
    goal: `p95 at most ${GOAL_MS.toLocaleString('en')} ms`,
    verdict: p95 <= GOAL_MS ? 'met' : 'missed',
  }
  const recorded = await database.countRecorded(taps.recorded)
  return invalidate(row, [
    ...taps.faults.slice(0, 1),
    ...(recorded === taps.recorded.length ? [] : [`${taps.recorded.length} awards answered, ${recorded} recorded`]),
    ...(cards.failed > 0 ? [`${cards.failed} of ${cards.made} readings of all cards were not answered OK`] : []),
    ...faults,
  ])
}
