import { randomUUID } from 'node:crypto'
import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Plan } from './plan'
import { award } from './requests'
import { pointTypeId } from './seed/names'
import { isOk, send } from './send'

const AWARDS_PER_SECOND = 20

export interface Waits {
  /** Latency of each award, in ms, sorted ascending. */
  readonly times: readonly number[]
  readonly recorded: readonly string[]
  /** The answers that were not OK. */
  readonly refusals: readonly string[]
}

export const quantile = (sorted: readonly number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

/**
 * Awards of several booths at a fixed rate, whether or not earlier ones were answered. Each is timed from the moment it
 * was due, so that a stalled server does not get less load.
 * @param type a point type whose cooldown no earlier award has started
 */
export async function awardsAtPace(url: string, { size }: Plan, seconds: number, type: number): Promise<Waits> {
  const agent = new Agent({ keepAlive: true })
  const times: number[] = []
  const recorded: string[] = []
  const refusals: string[] = []
  const started = performance.now()

  async function give(index: number): Promise<void> {
    const due = started + (index * 1000) / AWARDS_PER_SECOND
    await sleep(Math.max(0, due - performance.now()))
    const id = randomUUID()
    const [booth, team] = [index % size.booths, index % size.teams]
    try {
      const answer = await send(url, award(booth, team, pointTypeId(type), id, size), agent)
      times.push(performance.now() - due)
      if (isOk(answer)) recorded.push(id)
      else refusals.push(answer.body.toString().slice(0, 200))
    } catch (reason) {
      refusals.push(String(reason))
    }
  }

  await Promise.all(Array.from({ length: seconds * AWARDS_PER_SECOND }, (_, index) => give(index)))
  agent.destroy()
  return { times: times.sort((a, b) => a - b), recorded, refusals }
}
