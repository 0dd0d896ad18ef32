import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from '../../scripts/ensure-build'
import type { Row } from '../report/row'
import type { Measure } from './bench'
import { ENGINES, type Engine } from './databases'
import { openDatabases } from './open-databases'
import type { Options } from './options'
import { makePlan } from './plan'
import { hasWrk } from './wrk'

export interface Measurement {
  readonly name: string
  readonly measure: Measure
  readonly engines: readonly Engine[]
  /** The engines it runs on by default. */
  readonly byDefault: readonly Engine[]
}

function choose(measurements: readonly Measurement[], options: Options, engine: Engine): Measurement[] {
  return measurements.filter(({ name, engines, byDefault }) => {
    const wanted = options.engine === null ? byDefault.includes(engine) : options.engine === engine && engines.includes(engine)
    return wanted && (options.only.length === 0 || options.only.includes(name))
  })
}

function startProgress(): (text: string) => void {
  const started = performance.now()
  return (text) => {
    const seconds = Math.round((performance.now() - started) / 1000)
    process.stderr.write(`[${String(seconds).padStart(4)} s] ${text}\n`)
  }
}

/** Runs the selected measurements one after the other, each engine separately. */
export async function run(measurements: readonly Measurement[], options: Options): Promise<Row[]> {
  if (!hasWrk()) throw new Error('wrk makes the load and is not installed: apt-get install wrk')
  // Servers and clients are ended when this process exits, but a signal alone does not run the exit handlers.
  process.once('SIGINT', () => process.exit(130))
  const directory = mkdtempSync(join(tmpdir(), 'geekquest-bench-load-'))
  process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
  const build = ensureBuild()
  const plan = makePlan(options.quick, options.minutes)
  const progress = startProgress()
  const rows: Row[] = []
  for (const engine of ENGINES) {
    const chosen = choose(measurements, options, engine)
    if (chosen.length === 0) continue
    const databases = await openDatabases(engine, { size: plan.size, build, progress })
    try {
      for (const { name, measure } of chosen) {
        progress(`${name} on ${engine}`)
        rows.push(...(await measure({ plan, build, databases, directory, progress })))
      }
    } finally {
      await databases.close()
    }
  }
  progress('done')
  return rows
}
