import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallOutput } from '#contract/calls'
import { asPlayer, award } from '../requests'
import { pointTypeId } from '../seed/names'
import type { EventSize } from '../seed/size'
import { isOk, send } from '../send'
import type { Listening } from './listen'

const AWARDS_PER_SECOND = 20
/** News that take longer than this (ms) count as lost. */
const PATIENCE_MS = 10_000

export interface Taps {
  /** From the booth's request until the card's readings hold the points (ms, ascending). */
  readonly shown: readonly number[]
  /** Until the booth had its answer, and until the card's stream had the news (ms, ascending). */
  readonly answered: readonly number[]
  readonly heard: readonly number[]
  readonly recorded: readonly string[]
  readonly faults: readonly string[]
}

interface Place {
  /** The servers that booths and cards talk to. */
  readonly boothUrl: string
  readonly cardUrl: string
  readonly size: EventSize
}

const ascending = (times: readonly number[]) => times.toSorted((a, b) => a - b)

/**
 * Awards of many booths at a fixed pace, each to another team, of which one card is open and reads its account and its points
 * when its stream tells it to.
 * @param streams of player n at n; player n is in team n
 */
export async function tapToCards(
  { boothUrl, cardUrl, size }: Place,
  streams: readonly Listening[],
  { seconds, type }: { readonly seconds: number; readonly type: number },
): Promise<Taps> {
  const agent = new Agent({ keepAlive: true })
  const times = { shown: [] as number[], answered: [] as number[], heard: [] as number[] }
  const recorded: string[] = []
  const faults: string[] = []
  const count = Math.min(seconds * AWARDS_PER_SECOND, size.teams, streams.length)
  const started = performance.now()

  async function tap(index: number, team: number, awardId: string, tappedAt: number): Promise<void> {
    const answer = await send(boothUrl, award(index % size.booths, team, pointTypeId(type), awardId, size), agent)
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
    await Promise.all([follow(stream, awardId, tappedAt), tap(index, team, awardId, tappedAt)])
  }

  const attempts = Array.from({ length: count }, (_, index) => give(index).catch((reason) => void faults.push(String(reason))))
  await Promise.all(attempts)
  agent.destroy()
  const { shown, answered, heard } = times
  return { shown: ascending(shown), answered: ascending(answered), heard: ascending(heard), recorded, faults }
}
