import { measureDrain } from './drain/measure-drain'
import { report } from './report/report'
import type { Measure } from './server/bench'
import { ENGINES } from './server/databases'
import { readOptions } from './server/options'
import { measureAwards } from './server/rows/awards'
import { measureCrowd } from './server/rows/crowd'
import { measureMemory } from './server/rows/memory'
import { measureNotices } from './server/rows/notices'
import { measureReadings, measureTeamList } from './server/rows/readings'
import { measureStart } from './server/rows/start'
import { measureStreams } from './server/rows/streams'
import { measureTwoServers } from './server/rows/two-servers'
import { type Measurement, run } from './server/run'

/** On SQLite, and on PostgreSQL if requested. */
const onEither = (name: string, measure: Measure): Measurement => ({ name, measure, engines: ENGINES, byDefault: ['sqlite'] })

/** The server with the data of a whole convention; each number next to what it is compared with in the same run. */
const MEASUREMENTS: readonly Measurement[] = [
  onEither('readings', measureReadings),
  onEither('team-list', measureTeamList),
  { name: 'awards', measure: measureAwards, engines: ENGINES, byDefault: ENGINES },
  onEither('crowd', measureCrowd),
  // Runs in a real browser, with a server of its own.
  { name: 'drain', measure: measureDrain, engines: ['sqlite'], byDefault: ['sqlite'] },
  { name: 'notices', measure: measureNotices, engines: ['sqlite'], byDefault: ['sqlite'] },
  { name: 'two-servers', measure: measureTwoServers, engines: ['postgres'], byDefault: ['postgres'] },
  onEither('start', measureStart),
  onEither('memory', measureMemory),
  { name: 'streams', measure: measureStreams, engines: ENGINES, byDefault: ENGINES },
]

const options = readOptions(MEASUREMENTS.map(({ name }) => name))
report('server', await run(MEASUREMENTS, options), { keep: !options.quick })
