import { randomUUID } from 'node:crypto'
import { withDatabase } from '#cli/event-database'
import { calls } from '#contract/calls'
import { AWARDS_AT_ONCE } from '#contract/protocol'
import { exportPublicKey, makeSigningKey, signVoucher } from '#contract/voucher'
import { createMeter } from '#rehearsal/meter'
import { createPhones } from '#rehearsal/phone'
import { play } from '#rehearsal/play'
import type { Report } from '#rehearsal/report'
import { parseDatabaseUrl } from '#server/db/database-url'
import { randomId } from '#server/random'
import { invalidate, type Row } from '../../report/row'
import { type Bench, type Measure, onEngine } from '../bench'
import type { BenchDatabase } from '../databases'
import { boothId, numbers, pointTypeId, staffToken, teamId } from '../event'
import { startProduct } from '../product'
import { asPlayer, asStaff, OK, type PlannedRequest, writeRequests } from '../requests'
import { type Load, runWrk } from '../wrk'

const AWARDS = "a booth's awards"
const READINGS = "everybody's readings"
const CARD = "from a booth's tap to the points on a card"

/** The latencies that a rehearsal's phones saw, and the problems in the answers. */
interface Rehearsed {
  readonly times: (what: string) => Report['latencies'][number]
  readonly problems: readonly string[]
}

/** Plays an event on the servers of a filled database. */
async function rehearse(
  bench: Bench,
  database: BenchDatabase,
  urls: readonly string[],
  players: number,
): Promise<Rehearsed> {
  const { plan, progress } = bench
  const [first = '', ...others] = urls
  const size = { players, booths: plan.size.booths, minutes: plan.rehearsedMinutes }
  progress(`a rehearsal with ${players} players`)
  const options = {
    run: randomId(25),
    stopped: new AbortController().signal,
    report: () => undefined,
  }
  const servers = [new URL(first), ...others.map((url) => new URL(url))] as const
  const report = await withDatabase(parseDatabaseUrl(database.url), 'command', (db) =>
    play(db, size, { ...options, servers: [...servers] }),
  )
  const { differences, unexpected, latencies } = report
  return {
    times: (what) => {
      const found = latencies.find((one) => one.what === what)
      if (found === undefined) throw new Error(`nobody measured ${what}`)
      return found
    },
    problems: [
      ...differences.slice(0, 1),
      ...Object.entries(unexpected).map(([answer, times]) => `${answer}: ${times} times`),
    ],
  }
}

const latencyText = ({ p50, p95, p99, longest, answered }: Report['latencies'][number]) =>
  `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(0)}, p99 ${p99.toFixed(0)}, longest ${longest.toFixed(0)} ms of ${answered}`

/** Runs work against a server of the product on a fresh copy of the database. */
async function onProduct<T>(
  bench: Bench,
  work: (url: string, database: BenchDatabase) => Promise<T>,
): Promise<T> {
  const database = await bench.databases.copyWith(bench.plan.largeLedger)
  const server = await startProduct(bench, database.url)
  try {
    return await work(server.url, database)
  } finally {
    await server.stop()
    await database.discard()
  }
}

/** The load that other accounts make during a rehearsal, from a separate process. */
interface BackgroundLoad {
  readonly name: string
  readonly requests: (bench: Bench, url: string) => Promise<readonly PlannedRequest[]>
  /** A text that every answer contains, except rate-limited ones. */
  readonly wanted: string
  readonly connections: number
  /** The pause of each connection between two calls (ms). */
  readonly pauseMs: number
  readonly mayBeLimited: boolean
  readonly atLeastPerSecond: number
  /** The limit of the awards' p99: a time (ms), or a multiple of their p99 without this load. */
  readonly goal: { readonly ms: number } | { readonly times: number }
  readonly players: (bench: Bench) => number
}

/**
 * Readings of accounts that send the next request at once after each answer and ignore 429. These
 * accounts take no part in the rehearsal.
 */
async function readGreedily({ plan: { size } }: Bench): Promise<PlannedRequest[]> {
  const names = ['currentUser', 'listTeams', 'listVendors'] as const
  return numbers(3).flatMap((player) => names.map((name) => asPlayer(size, player, name, {})))
}

/** Vouchers that name a registered device but are signed with another key, so that only the signature gives them away. */
async function forge({ plan: { size } }: Bench, url: string): Promise<PlannedRequest[]> {
  const [own, other] = [await makeSigningKey(), await makeSigningKey()]
  const phones = createPhones([new URL(url)], createMeter())
  const device = await phones
    .open(staffToken(0))
    .call(calls.registerDevice, { public_key: await exportPublicKey(own) })
  phones.close()
  if (device.kind !== 'ok') throw new Error('the device was not registered')
  const content = {
    deviceId: device.output.device_id,
    vendorId: boothId(0),
    teamId: teamId(0),
    pointType: pointTypeId(0),
  }
  const forged = numbers(400).map(async (index) => {
    const voucher = await signVoucher(other.privateKey, {
      ...content,
      madeAt: Date.now(),
      awardId: randomUUID(),
    })
    // Spread the calls over so many accounts that none is limited: each may make a hundred a
    // second.
    return asPlayer(size, index % 40, 'deliver', { voucher })
  })
  return await Promise.all(forged)
}

/**
 * Calls of booths' staff, each full of awards for teams that do not exist. The rate limit per
 * account does not count such calls; only the queue of awards refuses them.
 */
async function flood(): Promise<PlannedRequest[]> {
  const award = () => ({
    team_id: randomUUID(),
    point_type: pointTypeId(0),
    award_id: randomUUID(),
  })
  return numbers(240).map((index) =>
    asStaff(index % 12, 'awardMany', { awards: numbers(AWARDS_AT_ONCE).map(award) }),
  )
}

const few = () => 60
const BACKGROUND_LOADS: readonly BackgroundLoad[] = [
  {
    name: '3 accounts that read without pause in a full hall',
    requests: readGreedily,
    wanted: OK,
    mayBeLimited: true,

    connections: 12,
    pauseMs: 0,
    atLeastPerSecond: 0,
    goal: { ms: 50 },
    players: ({ plan }) => plan.cards,
  },
  // These connections together exceed the named rate unless a refusal takes longer than 20 ms.
  {
    name: '1,000 forged vouchers a second',
    requests: forge,
    wanted: '"code":"VOUCHER_INVALID"',
    mayBeLimited: false,
    connections: 80,
    pauseMs: 60,
    atLeastPerSecond: 1_000,
    goal: { times: 2 },
    players: few,
  },
  {
    name: 'twelve accounts that flood award_many',
    requests: flood,
    wanted: OK,
    mayBeLimited: true,
    connections: 60,
    pauseMs: 1,
    atLeastPerSecond: 0,
    goal: { times: 4 },
    players: few,
  },
]

function loadProblems(
  { name, mayBeLimited, atLeastPerSecond }: BackgroundLoad,
  load: Load,
): string[] {
  const wrong = load.failed + load.broken + (mayBeLimited ? 0 : load.limited)
  return [
    ...(wrong > 0 ? [`${name}: ${wrong} calls got an unexpected answer: ${load.refusal}`] : []),
    ...(load.perSecond < atLeastPerSecond
      ? [`only ${Math.round(load.perSecond)} calls a second`]
      : []),
  ]
}

/** For each background load, compares a rehearsal under it with a small rehearsal without it. */
export const measureBeside: Measure = async (bench) => {
  const rows: Row[] = []
  for (const background of BACKGROUND_LOADS) {
    await onProduct(bench, async (url, database) => {
      const alone = await rehearse(bench, database, [url], few())
      const file = writeRequests(bench.directory, 'beside', await background.requests(bench, url))
      bench.progress(`beside ${background.name}`)
      const load = ['readings', file, background.wanted, String(background.pauseMs)] as const
      const seconds = Math.ceil(bench.plan.rehearsedMinutes * 60)
      const [underLoad, others] = await Promise.all([
        rehearse(bench, database, [url], background.players(bench)),
        runWrk({ url, load, connections: background.connections, seconds }),
      ])
      const [{ p99 }, { p99: p99Alone }] = [underLoad.times(AWARDS), alone.times(AWARDS)]
      const limit = 'ms' in background.goal ? background.goal.ms : background.goal.times * p99Alone
      const row: Row = {
        what: onEngine(`a booth's award beside ${background.name}`, bench),
        measured: latencyText(underLoad.times(AWARDS)),
        floor: `without them: ${latencyText(alone.times(AWARDS))}`,
        ratio: (p99 / p99Alone).toFixed(2),
        goal:
          'ms' in background.goal
            ? `p99 at most ${background.goal.ms} ms`
            : `p99 at most ${background.goal.times} times`,
        verdict: p99 <= limit ? 'met' : 'missed',
      }
      rows.push(
        invalidate(row, [
          ...alone.problems,
          ...underLoad.problems,
          ...loadProblems(background, others),
        ]),
      )
    })
  }
  return rows
}

/**
 * Measures the time from the tap to the card in a hall where all phones listen, on one server and,
 * with PostgreSQL, on two servers called alternately.
 */
export const measureHall: Measure = async (bench) => {
  const { plan, databases } = bench
  const streams = `${plan.cards.toLocaleString('en')} streams`
  return await onProduct(bench, async (url, database) => {
    const one = await rehearse(bench, database, [url], plan.cards)
    const row = ({ times, problems }: Rehearsed, where: string): Row => {
      const [card, awards] = [times(CARD), times(AWARDS)]
      const measured: Row = {
        what: onEngine(`${CARD}, ${streams}${where}`, bench),
        measured: latencyText(card),
        floor: `the booth's answer p95 ${awards.p95.toFixed(0)} ms`,
        ratio: (card.p95 / awards.p95).toFixed(2),
        goal: 'p95 at most 1,000 ms',
        verdict: card.p95 <= 1_000 ? 'met' : 'missed',
      }
      return invalidate(measured, problems)
    }
    if (databases.engine === 'sqlite') return [row(one, '')]
    const second = await startProduct(bench, database.url)
    let two: Rehearsed
    try {
      two = await rehearse(bench, database, [url, second.url], plan.cards)
    } finally {
      await second.stop()
    }
    const [ofTwo, ofOne] = [two.times(READINGS), one.times(READINGS)]
    const inTurn: Row = {
      what: `readings of ${streams} from two servers in turn, on PostgreSQL`,
      measured: latencyText(ofTwo),
      floor: `from one server: ${latencyText(ofOne)}`,
      ratio: (ofTwo.p95 / ofOne.p95).toFixed(2),
      goal: 'p95 at most 1.2 times',
      verdict: ofTwo.p95 <= 1.2 * ofOne.p95 ? 'met' : 'missed',
    }
    return [
      row(one, ''),
      row(two, ', on two servers in turn'),
      invalidate(inTurn, [...one.problems, ...two.problems]),
    ]
  })
}
