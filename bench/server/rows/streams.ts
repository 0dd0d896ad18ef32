import { randomUUID } from 'node:crypto'
import { Agent, type ClientRequest, request } from 'node:http'
import { LIVE_PATH } from '#contract/live'
import { SESSION_COOKIE } from '#contract/protocol'
import { notMeasured, type Row } from '../../report/row'
import { type Bench, type Measure, onEngine } from '../bench'
import { startProduct } from '../product'
import { award } from '../requests'
import { POINT_TYPES } from '../seed/ledger'
import { playerToken, pointTypeId, teamId } from '../seed/names'
import { isOk, send } from '../send'

const GOAL_KIB = 20
const GOAL_MS = 1_000
const STREAMS = 2_000
const AWARDS = 200
/** Streams that are opened at once. */
const AT_ONCE = 50
const SETTLED_MS = 5_000

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

interface Listening {
  /** Resolves with the time (ms, monotonic) of the first event about the team after this call. */
  nextOfTeam(): Promise<number>
  close(): void
}

/** Opens a player's stream and waits for its greeting. */
function listen(url: string, player: number): Promise<Listening> {
  let told: ((at: number) => void) | null = null
  return new Promise((resolve, reject) => {
    const headers = { cookie: `${SESSION_COOKIE}=${playerToken(player)}` }
    const call: ClientRequest = request(
      `${url}${LIVE_PATH}?fingerprint=${randomUUID()}`,
      { headers, agent: false },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`a stream was answered ${response.statusCode}`))
        response.on('data', (chunk: Buffer) => {
          if (chunk.includes('event: hello')) {
            const nextOfTeam = () => new Promise<number>((hear) => (told = hear))
            resolve({ nextOfTeam, close: () => call.destroy() })
          }
          if (chunk.includes('"team"')) told?.(performance.now())
        })
      },
    )
    call.on('error', reject)
    call.end()
  })
}

async function listenAll(url: string, players: number): Promise<Listening[]> {
  const streams: Listening[] = []
  for (let first = 0; first < players; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, players - first) }, (_, index) => listen(url, first + index))
    streams.push(...(await Promise.all(some)))
  }
  return streams
}

/** Memory that a stream takes, and how long after a booth's tap the team hears of it while thousands listen. */
export const measureStreams: Measure = async (bench: Bench) => {
  const { plan, databases, progress } = bench
  const { size } = plan
  const players = Math.min(STREAMS, size.players)
  const what = onEngine(`${players} live streams`, bench)
  const goal = `at most ${GOAL_KIB} KiB a stream; heard within ${GOAL_MS} ms (p95)`
  const database = await databases.copyWith(plan.largeLedger)
  const server = await startProduct(bench, database.url)
  const agent = new Agent({ keepAlive: true })
  try {
    progress(`${players} streams`)
    for (const first of await listenAll(server.url, 1)) first.close()
    const before = server.memory()
    if (before === null) return [notMeasured(what, goal, 'the system does not report memory')]
    const streams = await listenAll(server.url, players)
    await sleep(SETTLED_MS)
    const perStreamKib = (((server.memory() ?? Number.NaN) - before) * 1024) / players
    const times: number[] = []
    for (let given = 0; given < AWARDS; given++) {
      const player = (given * 7) % players
      const team = player % size.teams
      const heard = streams[player]?.nextOfTeam()
      const begun = performance.now()
      // Not the first type, whose cooldown may be running.
      const type = pointTypeId(1 + (given % (POINT_TYPES.length - 1)))
      const answer = await send(server.url, award(given % size.booths, team, type, randomUUID(), size), agent)
      if (!isOk(answer)) throw new Error(`an award to ${teamId(team)} was refused: ${answer.body.toString()}`)
      times.push(((await heard) ?? Number.NaN) - begun)
    }
    for (const stream of streams) stream.close()
    const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN
    const row: Row = {
      what,
      measured: `${perStreamKib.toFixed(1)} KiB a stream; heard after ${p95.toFixed(0)} ms (p95 of ${AWARDS} awards)`,
      floor: `${before.toFixed(0)} MiB before`,
      ratio: '',
      goal,
      verdict: perStreamKib <= GOAL_KIB && p95 <= GOAL_MS ? 'met' : 'missed',
    }
    return [row]
  } finally {
    agent.destroy()
    await server.stop()
    await database.discard()
  }
}
