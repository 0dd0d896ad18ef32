import type { Row } from '../report/row'
import type { BenchDatabases } from './databases'
import type { Plan } from './plan'

/** What a measurement is given. */
export interface Bench {
  readonly plan: Plan
  /** The built app's folder. */
  readonly build: string
  readonly databases: BenchDatabases
  /** A folder for what load scripts read and write. */
  readonly directory: string
  readonly progress: (text: string) => void
}

export type Measure = (bench: Bench) => Promise<Row[]>

/** The row's subject with the engine, where that is not the one that `npm start` takes. */
export const onEngine = (what: string, { databases }: Bench) => (databases.engine === 'sqlite' ? what : `${what}, on PostgreSQL`)
