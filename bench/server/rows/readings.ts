import { writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { invalidate, type Row, withSpread } from '../../report/row'
import { type Bench, type Measure, onEngine } from '../bench'
import { inTurn, ratioOf } from '../in-turn'
import { type RunningServer, startFloor, startProduct } from '../product'
import { readingLoad } from '../reading-load'
import { byPlayers, type PlannedRequest, pausesByStaff, writeRequests } from '../requests'
import type { EventSize } from '../seed/size'
import { isOk, send } from '../send'

const COST_LIMIT = 1.2

interface Reading {
  readonly what: string
  readonly requests: (size: EventSize) => PlannedRequest[]
  /** False if a larger ledger makes the response itself larger. Such a row is shown, but has no goal. */
  readonly sameAnswer: boolean
  /** The goal, as a share of a bare server's rate with responses of the same size. */
  readonly ofBare?: number
}

const READINGS: readonly Reading[] = [
  { what: 'current user', requests: (size) => byPlayers(size, 'currentUser', () => ({})), sameAnswer: true, ofBare: 0.3 },
  {
    what: 'team points, of teams with as many awards',
    requests: (size) => byPlayers(size, 'teamPoints', () => ({}), { ofSmallTeams: true }),
    sameAnswer: true,
  },
  { what: 'team points, of all teams', requests: (size) => byPlayers(size, 'teamPoints', () => ({})), sameAnswer: false },
  {
    what: 'pauses, asked by players',
    requests: (size) => byPlayers(size, 'checkCooldown', (team_id) => ({ team_id })),
    sameAnswer: true,
  },
  { what: 'pauses, asked by booths', requests: pausesByStaff, sameAnswer: true },
  { what: 'booths', requests: (size) => byPlayers(size, 'listVendors', () => ({})), sameAnswer: true },
]

const TEAM_LIST: Reading = {
  what: 'list of all teams',
  requests: (size) => byPlayers(size, 'listTeams', () => ({})),
  sameAnswer: true,
  ofBare: 0.5,
}

/** A bare server that sends the product's response to the first of these requests. */
async function startBare(
  { directory }: Bench,
  product: RunningServer,
  requests: readonly PlannedRequest[],
): Promise<RunningServer> {
  const [first] = requests
  if (first === undefined) throw new Error('there is nobody to ask as')
  const answer = await send(product.url, first, new Agent())
  if (!isOk(answer)) throw new Error(`the product answered ${answer.body.toString().slice(0, 200)}`)
  const file = join(directory, 'answer.json')
  writeFileSync(file, answer.body)
  return await startFloor('constant', { ANSWER_FILE: file })
}

interface Servers {
  readonly small: RunningServer
  readonly large: RunningServer
}

async function measureReading(bench: Bench, { small, large }: Servers, reading: Reading, withSmall: boolean): Promise<Row[]> {
  const { plan, progress } = bench
  const requests = reading.requests(plan.size)
  const file = writeRequests(bench.directory, reading.what.replaceAll(/\W/g, '-'), requests)
  const bare = reading.ofBare === undefined ? null : await startBare(bench, large, requests)
  try {
    const faults: string[] = []
    progress(`${reading.what}: reading every answer`)
    const load = (name: string, server: RunningServer) => readingLoad(bench, server, { name, file, faults })
    const onLarge = await load(`${plan.largeLedger} awards`, large)
    const others = [
      ...(withSmall ? [await load(`${plan.smallLedger} awards`, small)] : []),
      ...(bare === null ? [] : [await load('bare', bare)]),
    ]
    const [largeRates = [], ...otherRates] = await inTurn([onLarge, ...others], plan.rounds, (text) =>
      progress(`${reading.what}, ${text}`),
    )
    const measured = withSpread(largeRates, '/s')
    const rows: Row[] = []
    if (withSmall) rows.push(costRow(bench, reading, measured, largeRates, otherRates[0] ?? []))
    if (reading.ofBare !== undefined) {
      const ratio = ratioOf(largeRates, otherRates.at(-1) ?? [])
      rows.push({
        what: onEngine(`${reading.what}, against bare node:http`, bench),
        measured,
        floor: withSpread(otherRates.at(-1) ?? [], '/s'),
        ratio: ratio.text,
        goal: `at least ${reading.ofBare}`,
        verdict: ratio.value >= reading.ofBare ? 'met' : 'missed',
      })
    }
    return rows.map((row) => invalidate(row, [...new Set(faults)]))
  } finally {
    await bare?.stop()
  }
}

/** The cost of a reading with a large ledger, compared with a small one. */
function costRow(
  bench: Bench,
  { what, sameAnswer }: Reading,
  measured: string,
  large: readonly number[],
  small: readonly number[],
): Row {
  const cost = ratioOf(small, large)
  return {
    what: onEngine(`${what}: cost at ${bench.plan.largeLedger.toLocaleString('en')} awards`, bench),
    measured,
    floor: `${withSpread(small, '/s')} at ${bench.plan.smallLedger.toLocaleString('en')} awards`,
    ratio: cost.text,
    goal: sameAnswer ? `at most ${COST_LIMIT}` : 'none: the answer holds every award',
    verdict: sameAnswer ? (cost.value <= COST_LIMIT ? 'met' : 'missed') : '',
  }
}

async function withServers(bench: Bench, work: (servers: Servers) => Promise<Row[]>): Promise<Row[]> {
  const { databases, plan } = bench
  const [smallDb, largeDb] = [await databases.copyWith(plan.smallLedger), await databases.copyWith(plan.largeLedger)]
  const small = await startProduct(bench, smallDb.url)
  const large = await startProduct(bench, largeDb.url)
  try {
    return await work({ small, large })
  } finally {
    for (const server of [small, large]) await server.stop()
    for (const db of [smallDb, largeDb]) await db.discard()
  }
}

/** All readings that everybody makes at once, with a small and a large ledger. */
export const measureReadings: Measure = (bench) =>
  withServers(bench, async (servers) => {
    const rows: Row[] = []
    for (const reading of READINGS) rows.push(...(await measureReading(bench, servers, reading, true)))
    return rows
  })

export const measureTeamList: Measure = (bench) =>
  withServers(bench, (servers) => measureReading(bench, servers, TEAM_LIST, false))
