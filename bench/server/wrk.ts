import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** A server that stalls for this long has failed. */
const TIMEOUT_S = 30

/** The result of one run of wrk. */
export interface Load {
  readonly perSecond: number
  readonly bytesPerAnswer: number
  /** Broken connections and timeouts. */
  readonly broken: number
  /** Responses with an HTTP status of 400 or more. */
  readonly badStatus: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly issued: number
  /** How many of the parsed responses were OK, rate-limited, or anything else. */
  readonly ok: number
  readonly limited: number
  readonly failed: number
  /** The first response that was not OK. */
  readonly refusal: string
}

export interface LoadPlan {
  readonly url: string
  /** The kind of load in `load.lua`, with its arguments. */
  readonly load: readonly ['readings' | 'awards', ...string[]]
  readonly connections: number
  readonly seconds: number
}

export const hasWrk = () => spawnSync('wrk', ['-v']).error === undefined

let runs = 0

function parse(output: string): Load {
  const found = /^RESULT ((?:-?\d+ ){11})(.*)$/m.exec(output)
  if (found?.[1] === undefined) throw new Error(`wrk gave no result:\n${output}`)
  const [
    requests = 0,
    micros = 1,
    bytes = 0,
    broken = 0,
    badStatus = 0,
    p50 = 0,
    p99 = 0,
    ...read
  ] = found[1].trim().split(' ').map(Number)
  const [issued = 0, ok = 0, limited = 0, failed = 0] = read
  const rates = {
    perSecond: requests / (micros / 1e6),
    bytesPerAnswer: bytes / Math.max(1, requests),
    p50Ms: p50 / 1000,
    p99Ms: p99 / 1000,
  }
  return { ...rates, broken, badStatus, issued, ok, limited, failed, refusal: found[2] ?? '' }
}

/** Runs wrk on one thread, so that a machine with two processors has one left for the server. */
export async function runWrk({ url, load, connections, seconds }: LoadPlan): Promise<Load> {
  const seed = String((Date.now() % 1_000_000) * 1000 + ++runs)
  const limits = [
    '-t',
    '1',
    '-c',
    String(connections),
    '-d',
    `${seconds}s`,
    '--timeout',
    `${TIMEOUT_S}s`,
  ]
  const args = [...limits, '-s', 'bench/server/load.lua', url, '--', seed, ...load]
  const child = spawn('wrk', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  await once(child, 'close')
  process.removeListener('exit', killAtExit)
  return parse(output)
}
