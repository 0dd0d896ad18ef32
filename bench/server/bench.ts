import type { Row } from '../report/row'
import type { BenchDatabases } from './databases'
import type { Plan } from './plan'

/** The parameters of a measurement. */
export interface Bench {
  readonly plan: Plan
  /** The folder of the built app. */
  readonly build: string
  readonly databases: BenchDatabases
  /** A folder for the files of load scripts. */
  readonly directory: string
  readonly progress: (text: string) => void
}

export type Measure = (bench: Bench) => Promise<Row[]>

/** The row's subject, with the engine if it is not the default of `npm start`. */
export const onEngine = (what: string, { databases }: Bench) => (databases.engine === 'sqlite' ? what : `${what}, on PostgreSQL`)
