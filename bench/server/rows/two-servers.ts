import { invalidate, type Row } from '../../report/row'
import type { Bench } from '../bench'
import { awardsAtPace } from '../open-loop'
import { startProduct } from '../product'
import { type Cards, showCards } from '../show-cards'

const GOAL = 1.2
/** So many rounds on one server and on two, in turn. */
const ROUNDS = 3
/** The readers start before the first award and stop after the last. */
const MARGIN_S = 2

const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** What reading one's own write on any server costs: readings spread over two servers, against the same readings of one. */
export async function measureTwoServers(bench: Bench): Promise<Row[]> {
  const { plan, progress, databases } = bench
  const database = await databases.copyWith(plan.smallLedger)
  const seconds = Math.ceil(plan.crowdSeconds / ROUNDS)
  const rounds: Record<'one' | 'two', Cards[]> = { one: [], two: [] }
  let type = 0
  /** Cards are read while booths give awards, which each server has to learn of. */
  async function read(urls: readonly [string, ...string[]]): Promise<Cards> {
    type += 1
    const cards = showCards(bench, urls, { seconds: seconds + 2 * MARGIN_S, haveStreams: false })
    await new Promise((resolve) => setTimeout(resolve, MARGIN_S * 1000))
    await awardsAtPace(urls[0], plan, seconds, type)
    return await cards
  }
  try {
    for (let round = 1; round <= ROUNDS; round++) {
      const first = await startProduct(bench, database.url)
      progress(`cards of one server, round ${round}`)
      rounds.one.push(await read([first.url]))
      const second = await startProduct(bench, database.url)
      progress(`cards of two servers, round ${round}`)
      rounds.two.push(await read([first.url, second.url]))
      await Promise.all([first.stop(), second.stop()])
    }
    const p95 = (which: 'one' | 'two') => median(rounds[which].map((cards) => cards.p95))
    const ratio = p95('two') / p95('one')
    const failed = [...rounds.one, ...rounds.two].reduce((sum, cards) => sum + cards.failed, 0)
    const all = (which: 'one' | 'two') => rounds[which].map((cards) => cards.p95.toFixed(1)).join(', ')
    const row: Row = {
      what: `${plan.cards.toLocaleString('en')} cards read without streams from two servers in turn, on PostgreSQL`,
      measured: `p95 ${p95('two').toFixed(1)} ms (rounds: ${all('two')})`,
      floor: `from one server p95 ${p95('one').toFixed(1)} ms (${all('one')})`,
      ratio: ratio.toFixed(2),
      goal: `at most ${GOAL}`,
      verdict: ratio <= GOAL ? 'met' : 'missed',
    }
    return [invalidate(row, failed > 0 ? [`${failed} readings were not answered OK`] : [])]
  } finally {
    await database.discard()
  }
}
