import { invalidate, median, quantile, type Row } from '../../report/row'
import { awardsAtPace, shownTimes, waitFaults } from '../award-load'
import { type Bench, type Measure, onEngine } from '../bench'
import { amongCards, type Cards } from '../cards'
import { startProduct } from '../product'
import { asPlayer, OK, writeRequests } from '../requests'
import { type Load, runWrk } from '../wrk'

const GOAL_MS = 50
const GREEDY_ACCOUNTS = 3
/** Concurrent requests of each of them. */
const GREEDY_CONNECTIONS = 4
const [TYPE_ALONE, TYPE_IN_CROWD] = [1, 2] as const

/** Accounts that send the next request as soon as they have a response, and ignore 429. */
async function readGreedily({ plan: { size }, directory }: Bench, url: string, seconds: number): Promise<Load> {
  // Not the accounts whose cards are shown, if there are enough players.
  const players = Array.from({ length: GREEDY_ACCOUNTS }, (_, index) => size.players - 1 - index)
  const calls = ['currentUser', 'listTeams', 'listVendors'] as const
  const requests = players.flatMap((player) => calls.map((name) => asPlayer(size, player, name, {})))
  const file = writeRequests(directory, 'greedy', requests)
  return await runWrk({ url, load: ['readings', file, OK], connections: GREEDY_ACCOUNTS * GREEDY_CONNECTIONS, seconds })
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
    const seconds = plan.crowdSeconds
    const { cards, done } = await amongCards(bench, { urls: [server.url], seconds }, () =>
      Promise.all([awardsAtPace(server.url, plan, seconds, TYPE_IN_CROWD), readGreedily(bench, server.url, seconds)]),
    )
    const [among, greedy] = done
    const faults = [
      ...(await waitFaults(database, before, [alone, among])),
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
      measured: `${shownTimes(among.times)}; cards p99 ${cards.p99.toFixed(0)} ms; ${Math.round(greedy.ok / seconds)} greedy readings a second answered, ${Math.round(greedy.limited / seconds)} limited`,
      floor: `alone: ${shownTimes(alone.times)}`,
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

const RATIO_GOAL = 1.2
/** So many rounds on one server and on two, in turn. */
const ROUNDS = 3

/** What reading one's own write on any server costs: readings spread over two servers, against the same readings of one. */
export const measureTwoServers: Measure = async (bench) => {
  const { plan, progress, databases } = bench
  const database = await databases.copyWith(plan.smallLedger)
  const seconds = Math.ceil(plan.crowdSeconds / ROUNDS)
  const [ofOne, ofTwo]: [Cards[], Cards[]] = [[], []]
  let type = 0
  /** Cards are read while booths give awards, which each server has to learn of. */
  async function read(urls: readonly [string, ...string[]]): Promise<Cards> {
    type += 1
    progress(`cards of servers: ${urls.length}`)
    const { cards } = await amongCards(bench, { urls, seconds }, () => awardsAtPace(urls[0], plan, seconds, type))
    return cards
  }
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      const first = await startProduct(bench, database.url)
      ofOne.push(await read([first.url]))
      const second = await startProduct(bench, database.url)
      ofTwo.push(await read([first.url, second.url]))
      await Promise.all([first.stop(), second.stop()])
    }
    const p95 = (rounds: readonly Cards[]) => median(rounds.map((cards) => cards.p95))
    const all = (rounds: readonly Cards[]) => rounds.map((cards) => cards.p95.toFixed(1)).join(', ')
    const ratio = p95(ofTwo) / p95(ofOne)
    const failed = [...ofOne, ...ofTwo].reduce((sum, cards) => sum + cards.failed, 0)
    const row: Row = {
      what: `${plan.cards.toLocaleString('en')} cards read without streams from two servers in turn, on PostgreSQL`,
      measured: `p95 ${p95(ofTwo).toFixed(1)} ms (rounds: ${all(ofTwo)})`,
      floor: `from one server p95 ${p95(ofOne).toFixed(1)} ms (${all(ofOne)})`,
      ratio: ratio.toFixed(2),
      goal: `at most ${RATIO_GOAL}`,
      verdict: ratio <= RATIO_GOAL ? 'met' : 'missed',
    }
    return [invalidate(row, failed > 0 ? [`${failed} readings were not answered OK`] : [])]
  } finally {
    await database.discard()
  }
}
