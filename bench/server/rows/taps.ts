import { invalidate, type Row } from '../../report/row'
import { type Bench, onEngine } from '../bench'
import type { BenchDatabase } from '../databases'
import { quantile } from '../open-loop'
import { startProduct } from '../product'
import { showCards } from '../show-cards'
import { closeAll, faultsOf, listenAll } from '../streams/listen'
import { tapToCards } from '../streams/tap-to-card'

const GOAL_MS = 1_000
const [SECONDS, QUICK_SECONDS] = [30, 4] as const
/** Other readers start before the first award and stop after the last. */
const MARGIN_S = 2
/** Point types whose cooldown no other award of the measurement has started. */
const [TYPE_ON_ONE, TYPE_ACROSS] = [1, 2] as const

interface Servers {
  readonly boothUrl: string
  readonly cardUrl: string
}

const shown = (times: readonly number[]) => {
  const ms = (value = Number.NaN) => value.toFixed(0)
  return `p50 ${ms(quantile(times, 0.5))}, p95 ${ms(quantile(times, 0.95))}, longest ${ms(times.at(-1))} ms`
}

/** Beside the card that is told of its points, all cards read as the ranking's news make them. */
async function measureTaps(
  bench: Bench,
  { boothUrl, cardUrl }: Servers,
  database: BenchDatabase,
  { count, type, where }: { readonly count: number; readonly type: number; readonly where: string },
): Promise<Row> {
  const { plan, progress } = bench
  const seconds = plan.quick ? QUICK_SECONDS : SECONDS
  progress(`from a tap to a card, ${count} streams${where}`)
  const streams = await listenAll(cardUrl, count)
  const readers = showCards(bench, [cardUrl], { seconds: seconds + 2 * MARGIN_S, haveStreams: true })
  await new Promise((resolve) => setTimeout(resolve, MARGIN_S * 1000))
  const taps = await tapToCards({ boothUrl, cardUrl, size: plan.size }, streams, { seconds, type })
  const cards = await readers
  const streamFaults = faultsOf(streams)
  closeAll(streams)
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
    ...streamFaults,
  ])
}

export async function tapsOnOneServer(bench: Bench, database: BenchDatabase, wanted: number): Promise<Row> {
  const count = Math.min(wanted, bench.plan.size.players)
  const { url, stop } = await startProduct(bench, database.url)
  try {
    return await measureTaps(bench, { boothUrl: url, cardUrl: url }, database, { count, type: TYPE_ON_ONE, where: '' })
  } finally {
    await stop()
  }
}

/** Booths on one server, cards and their streams on another of the same database. */
export async function tapsAcrossServers(bench: Bench, database: BenchDatabase, wanted: number): Promise<Row> {
  const count = Math.min(wanted, bench.plan.size.players)
  const [booths, cards] = [await startProduct(bench, database.url), await startProduct(bench, database.url)]
  try {
    const servers = { boothUrl: booths.url, cardUrl: cards.url }
    return await measureTaps(bench, servers, database, { count, type: TYPE_ACROSS, where: ', on another server' })
  } finally {
    await Promise.all([booths.stop(), cards.stop()])
  }
}
