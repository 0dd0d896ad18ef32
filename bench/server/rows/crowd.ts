import { invalidate, type Row } from '../../report/row'
import { type Bench, type Measure, onEngine } from '../bench'
import { awardsAtPace, quantile, type Waits } from '../open-loop'
import { startProduct } from '../product'
import { asPlayer, type PlannedRequest, writeRequests } from '../requests'
import { showCards } from '../show-cards'
import { type Load, runWrk } from '../wrk'

const GOAL_MS = 50
const GREEDY_ACCOUNTS = 3
/** Concurrent requests of each of them. */
const GREEDY_CONNECTIONS = 4
/** The readers start before the first award and stop after the last. */
const MARGIN_S = 2
const [TYPE_ALONE, TYPE_IN_CROWD] = [1, 2] as const

/** Accounts that send the next request as soon as they have a response, and ignore 429. */
async function readGreedily({ plan, directory }: Bench, url: string, seconds: number): Promise<Load> {
  const requests = Array.from({ length: GREEDY_ACCOUNTS }, (_, index): PlannedRequest[] => {
    // Not the accounts whose cards are shown, if there are enough players.
    const player = plan.size.players - 1 - index
    return [
      asPlayer(plan.size, player, 'currentUser', {}),
      asPlayer(plan.size, player, 'listTeams', {}),
      asPlayer(plan.size, player, 'listVendors', {}),
    ]
  })
  const file = writeRequests(directory, 'greedy', requests.flat())
  const connections = GREEDY_ACCOUNTS * GREEDY_CONNECTIONS
  return await runWrk({ url, script: 'readings', connections, seconds, args: [file, 'check'] }, directory)
}

const shown = ({ times }: Waits) => {
  const ms = (value: number) => value.toFixed(1)
  return `p50 ${ms(quantile(times, 0.5))}, p99 ${ms(quantile(times, 0.99))}, longest ${ms(times.at(-1) ?? Number.NaN)} ms`
}

/** The awards of a booth among as many readers as an event has, plus some that ignore all limits. */
export const measureCrowd: Measure = async (bench) => {
  const { plan, progress, databases } = bench
  const database = await databases.copyWith(plan.largeLedger)
  const server = await startProduct(bench, database.url)
  try {
    const before = await database.countAwards()
    progress('a booth alone')
    const alone = await awardsAtPace(server.url, plan, Math.ceil(plan.crowdSeconds / 3), TYPE_ALONE)
    progress(`a booth among ${plan.cards} cards and ${GREEDY_ACCOUNTS} greedy readers`)
    const seconds = plan.crowdSeconds + 2 * MARGIN_S
    const readers = Promise.all([
      showCards(bench, [server.url], { seconds, haveStreams: false }),
      readGreedily(bench, server.url, seconds),
    ])
    await new Promise((resolve) => setTimeout(resolve, MARGIN_S * 1000))
    const among = await awardsAtPace(server.url, plan, plan.crowdSeconds, TYPE_IN_CROWD)
    const [cards, greedy] = await readers

    const recorded = [...alone.recorded, ...among.recorded]
    const refusals = [...alone.refusals, ...among.refusals]
    const added = (await database.countAwards()) - before
    const faults = [
      ...(refusals.length > 0 ? [`${refusals.length} awards were refused: ${refusals[0]}`] : []),
      ...(added === recorded.length ? [] : [`${recorded.length} awards answered, ${added} recorded`]),
      ...(greedy.failed + greedy.broken > 0
        ? [`greedy readers got ${greedy.failed} answers that are neither OK nor 429, and ${greedy.broken} no answer`]
        : []),
      ...(cards.failed > 0 ? [`${cards.failed} of ${cards.made} readings of cards were not answered OK`] : []),
    ]
    const p99 = quantile(among.times, 0.99)
    const row: Row = {
      what: onEngine(
        `a booth's award while ${plan.cards.toLocaleString('en')} cards refresh and ${GREEDY_ACCOUNTS} accounts read without pause`,
        bench,
      ),
      measured: `${shown(among)}; cards p99 ${cards.p99.toFixed(0)} ms; ${Math.round(greedy.ok / seconds)} greedy readings a second answered, ${Math.round(greedy.limited / seconds)} limited`,
      floor: `alone: ${shown(alone)}`,
      ratio: (p99 / quantile(alone.times, 0.99)).toFixed(2),
      goal: `p99 at most ${GOAL_MS} ms`,
      verdict: p99 <= GOAL_MS ? 'met' : 'missed',
    }
    return [invalidate(row, faults)]
  } finally {
    await server.stop()
    await database.discard()
  }
}
