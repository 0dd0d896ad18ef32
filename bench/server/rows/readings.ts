import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Contestant, inTurn, ratioOf } from '../../report/contestants'
import { invalidate, type Row, withSpread } from '../../report/row'
import { type Bench, type Measure, onEngine } from '../bench'
import type { EventSize } from '../event'
import { type RunningServer, startFloor, startProduct } from '../product'
import {
  answerTo,
  byPlayers,
  cooldownsByStaff,
  OK,
  type PlannedRequest,
  writeRequests,
} from '../requests'
import { type Load, runWrk } from '../wrk'

const COST_LIMIT = 1.2
const CONNECTIONS = 32
const CHECKED_SECONDS = 2
/** By which share the size of measured responses may differ from that of the parsed responses. */
const SIZE_TOLERANCE = 0.1

interface Reading {
  readonly what: string
  readonly requests: (size: EventSize) => PlannedRequest[]
  /**
   * Whether to measure the reading on a small ledger too, on which its answer has the same size.
   */
  readonly isComparedByLedger: boolean
  /** The goal, as a share of the rate of a bare server that sends responses of the same size. */
  readonly ofBare?: number
}

const READINGS: readonly Reading[] = [
  {
    what: 'current user',
    requests: (size) => byPlayers(size, 'currentUser', () => ({})),
    isComparedByLedger: true,
    ofBare: 0.1,
  },
  {
    what: 'points of a team that has the same number of awards in both ledgers',
    requests: (size) => byPlayers(size, 'teamPoints', () => ({}), { ofSmallTeams: true }),
    isComparedByLedger: true,
  },
  {
    what: 'pauses, asked by players',
    requests: (size) => byPlayers(size, 'checkCooldown', (team_id) => ({ team_id })),
    isComparedByLedger: true,
  },
  { what: 'pauses, asked by booths', requests: cooldownsByStaff, isComparedByLedger: true },
  {
    what: 'booths',
    requests: (size) => byPlayers(size, 'listVendors', () => ({})),
    isComparedByLedger: true,
  },
]

const TEAM_LIST: Reading = {
  what: 'list of all teams',
  requests: (size) => byPlayers(size, 'listTeams', () => ({})),
  isComparedByLedger: false,
  ofBare: 0.5,
}

/** Starts a bare server that always sends the product's response to the first of these requests. */
async function startBare(
  { directory }: Bench,
  product: RunningServer,
  requests: readonly PlannedRequest[],
) {
  const [first] = requests
  if (first === undefined) throw new Error('there is no account to call as')
  const file = join(directory, 'answer.json')
  writeFileSync(file, await answerTo(product.url, first))
  return await startFloor('constant', { ANSWER_FILE: file })
}

function loadProblems(
  name: string,
  { broken, badStatus, failed, limited, refusal }: Load,
): string[] {
  return [
    ...(broken > 0 ? [`${name}: ${broken} connections broke or timed out`] : []),
    ...(badStatus > 0 ? [`${name}: ${badStatus} answers with a bad status`] : []),
    ...(failed + limited > 0
      ? [`${name}: ${failed + limited} answers were not OK: ${refusal}`]
      : []),
  ]
}

/**
 * Returns the contestant that reads from one server. First reads for some seconds and checks that
 * each response is OK. The measured rounds compare only status and size, because parsing responses
 * would measure the client.
 */
async function readerOf(
  { plan: { readingSeconds } }: Bench,
  { url }: RunningServer,
  { name, file, problems }: { name: string; file: string; problems: Set<string> },
): Promise<Contestant> {
  async function read(seconds: number, ...check: string[]): Promise<Load> {
    const load = await runWrk({
      url,
      load: ['readings', file, ...check],
      connections: CONNECTIONS,
      seconds,
    })
    for (const problem of loadProblems(name, load)) problems.add(problem)
    return load
  }
  const checked = await read(Math.min(CHECKED_SECONDS, readingSeconds), OK)
  if (checked.ok === 0) problems.add(`${name}: nothing was answered`)
  return {
    name,
    async run() {
      const measured = await read(readingSeconds)
      const change = Math.abs(measured.bytesPerAnswer / checked.bytesPerAnswer - 1)
      if (!(change <= SIZE_TOLERANCE))
        problems.add(`${name}: the measured answers differ in size from those that were parsed`)
      return measured.perSecond
    },
  }
}

/** Measures how much more a reading costs with a large ledger than with a small one. */
function costRow(
  bench: Bench,
  { what }: Reading,
  large: readonly number[],
  small: readonly number[],
): Row {
  const { plan } = bench
  const ratio = ratioOf(small, large)
  return {
    what: onEngine(`${what}: cost at ${plan.largeLedger.toLocaleString('en')} awards`, bench),
    measured: withSpread(large, '/s'),
    floor: `${withSpread(small, '/s')} at ${plan.smallLedger.toLocaleString('en')} awards`,
    ratio: ratio.text,
    goal: `at most ${COST_LIMIT}`,
    verdict: ratio.value <= COST_LIMIT ? 'met' : 'missed',
  }
}

function bareRow(
  bench: Bench,
  what: string,
  goal: number,
  own: readonly number[],
  bare: readonly number[],
): Row {
  const ratio = ratioOf(own, bare)
  return {
    what: onEngine(`${what}, against bare node:http`, bench),
    measured: withSpread(own, '/s'),
    floor: withSpread(bare, '/s'),
    ratio: ratio.text,
    goal: `at least ${goal}`,
    verdict: ratio.value >= goal ? 'met' : 'missed',
  }
}

async function measureReading(
  bench: Bench,
  large: RunningServer,
  small: RunningServer,
  reading: Reading,
): Promise<Row[]> {
  const { plan, progress } = bench
  const { what, isComparedByLedger, ofBare } = reading
  const requests = reading.requests(plan.size)
  const file = writeRequests(bench.directory, what.replaceAll(/\W/g, '-'), requests)
  const bare = ofBare === undefined ? null : await startBare(bench, large, requests)
  try {
    const problems = new Set<string>()
    progress(`${what}: reading every answer`)
    const servers = {
      [`${plan.largeLedger} awards`]: large,
      ...(!isComparedByLedger ? {} : { [`${plan.smallLedger} awards`]: small }),
      ...(bare === null ? {} : { bare }),
    }
    const readers: Contestant[] = []
    for (const [name, server] of Object.entries(servers))
      readers.push(await readerOf(bench, server, { name, file, problems }))
    const [own = [], ...others] = await inTurn(readers, plan.rounds, (text) =>
      progress(`${what}, ${text}`),
    )
    const rows = [
      ...(!isComparedByLedger ? [] : [costRow(bench, reading, own, others[0] ?? [])]),
      ...(ofBare === undefined ? [] : [bareRow(bench, what, ofBare, own, others.at(-1) ?? [])]),
    ]
    return rows.map((row) => invalidate(row, [...problems]))
  } finally {
    await bare?.stop()
  }
}

/** Measures the readings that everybody makes at once, with a small and a large ledger. */
async function measureAll(bench: Bench, readings: readonly Reading[]): Promise<Row[]> {
  const { databases, plan } = bench
  const ends: (() => Promise<unknown>)[] = []
  async function start(ledger: number): Promise<RunningServer> {
    const db = await databases.copyWith(ledger)
    ends.unshift(() => db.discard())
    const server = await startProduct(bench, db.url)
    ends.unshift(() => server.stop())
    return server
  }
  try {
    const [small, large] = [await start(plan.smallLedger), await start(plan.largeLedger)]
    const rows: Row[] = []
    for (const reading of readings)
      rows.push(...(await measureReading(bench, large, small, reading)))
    return rows
  } finally {
    for (const end of ends) await end()
  }
}

export const measureReadings: Measure = (bench) => measureAll(bench, READINGS)
export const measureTeamList: Measure = (bench) => measureAll(bench, [TEAM_LIST])
