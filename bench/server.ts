import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { ensureBuild } from '../scripts/current-build'
import { ENGINES, type Engine } from '../tests/support/engine-under-test'
import { type Row, report } from './report/row'
import { type Measure, makePlan } from './server/bench'
import { openDatabases } from './server/databases'
import { measureAwards } from './server/rows/awards'
import { measureReadings, measureTeamList } from './server/rows/readings'
import { measureBeside, measureHall } from './server/rows/rehearsed'
import { hasWrk } from './server/wrk'

interface Measurement {
  readonly name: string
  readonly measure: Measure
  readonly engines: readonly Engine[]
  /** The engines on which the row runs by default. */
  readonly byDefault: readonly Engine[]
}

const on = (
  name: string,
  measure: Measure,
  engines: readonly Engine[],
  byDefault = engines,
): Measurement => {
  return { name, measure, engines, byDefault }
}

/**
 * The measurements of a server with a whole convention's data. Each measured number is shown beside
 * a number of the same run to compare it with.
 */
const MEASUREMENTS: readonly Measurement[] = [
  on('readings', measureReadings, ENGINES, ['sqlite']),
  on('team-list', measureTeamList, ENGINES, ['sqlite']),
  on('awards', measureAwards, ENGINES),
  on('beside', measureBeside, ENGINES),
  on('hall', measureHall, ENGINES),
]
const NAMES = MEASUREMENTS.map(({ name }) => name)
const USAGE = `npm run bench -- bench/server.ts [--only NAME]… [--engine sqlite|postgres] [--quick]
NAME is one of: ${NAMES.join(', ')}`

const { only, ...flags } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: NAMES },
    /** A smoke test with small sizes and short rounds, whose numbers mean nothing and are not written. */
    quick: { type: 'boolean', default: false },
    /** Runs every row on this engine instead of its default ones. */
    engine: { type: 'string' },
  },
}).values
const engines = flags.engine === undefined ? ENGINES : ENGINES.filter((one) => one === flags.engine)
if (only.some((name) => !NAMES.includes(name)) || engines.length === 0) throw new Error(USAGE)
if (!hasWrk()) throw new Error('wrk, which makes the load, is not installed: apt-get install wrk')

// Exit on SIGINT: only the exit handlers end servers and clients, and a signal alone does not run
// them.
process.once('SIGINT', () => process.exit(130))
const directory = mkdtempSync(join(tmpdir(), 'geekquest-bench-load-'))
process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
const build = ensureBuild()
const plan = makePlan(flags.quick)

const started = performance.now()
function progress(text: string): void {
  const seconds = Math.round((performance.now() - started) / 1000)
  process.stderr.write(`[${String(seconds).padStart(4)} s] ${text}\n`)
}

const rows: Row[] = []
for (const engine of engines) {
  const chosen = MEASUREMENTS.filter(({ name, ...one }) => {
    return (
      only.includes(name) &&
      (flags.engine === undefined ? one.byDefault : one.engines).includes(engine)
    )
  })
  if (chosen.length === 0) continue
  const databases = await openDatabases(engine, plan.size, progress)
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
report('server', rows, { save: !flags.quick })
