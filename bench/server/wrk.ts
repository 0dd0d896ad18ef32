import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const SCRIPTS = 'bench/server/wrk'
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
  readonly maxMs: number
  readonly issued: number
  /** Of the parsed responses: OK, rate-limited, anything else. */
  readonly ok: number
  readonly limited: number
  readonly failed: number
  /** The first response that was anything else. */
  readonly refusal: string
}

export interface LoadPlan {
  readonly url: string
  readonly script: 'readings' | 'awards'
  readonly connections: number
  readonly seconds: number
  readonly args: readonly string[]
}

export const hasWrk = () => spawnSync('wrk', ['-v']).error === undefined

let runs = 0

function parse(output: string): Load {
  const found = /^RESULT ((?:-?\d+ ){12})(.*)$/m.exec(output)
  if (found?.[1] === undefined) throw new Error(`wrk gave no result:\n${output}`)
  const [requests = 0, micros = 1, bytes = 0, broken = 0, badStatus = 0, p50 = 0, p99 = 0, max = 0, ...read] = found[1]
    .trim()
    .split(' ')
    .map(Number)
  const [issued = 0, ok = 0, limited = 0, failed = 0] = read
  return {
    perSecond: requests / (micros / 1e6),
    bytesPerAnswer: bytes / Math.max(1, requests),
    ...{ broken, badStatus, p50Ms: p50 / 1000, p99Ms: p99 / 1000, maxMs: max / 1000 },
    ...{ issued, ok, limited, failed, refusal: found[2] ?? '' },
  }
}

/** Runs wrk on one thread: of two processors the other is for the server. */
export async function runWrk(plan: LoadPlan, directory: string): Promise<Load> {
  const run = ++runs
  const script = join(directory, `${plan.script}-${run}.lua`)
  writeFileSync(
    script,
    readFileSync(join(SCRIPTS, 'common.lua'), 'utf8') + readFileSync(join(SCRIPTS, `${plan.script}.lua`), 'utf8'),
  )
  const seed = String((Date.now() % 1_000_000) * 1000 + run)
  const limits = ['-t', '1', '-c', String(plan.connections), '-d', `${plan.seconds}s`, '--timeout', `${TIMEOUT_S}s`]
  const child = spawn('wrk', [...limits, '-s', script, plan.url, '--', seed, ...plan.args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  await once(child, 'close')
  process.removeListener('exit', killAtExit)
  return parse(output)
}
