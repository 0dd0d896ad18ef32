import { parseArgs } from 'node:util'
import { ENGINES, type Engine } from './databases'

export interface Options {
  /** Names of measurements; empty = all. */
  readonly only: readonly string[]
  /** Small sizes and short rounds, as a smoke test. Its numbers mean nothing and are not written. */
  readonly quick: boolean
  /** null = as in the table: all on SQLite, awards on PostgreSQL too. */
  readonly engine: Engine | null
  /** How long memory is observed under full load. */
  readonly minutes: number
}

const USAGE = `npx tsx bench/server.ts [--only NAME]… [--engine sqlite|postgres] [--minutes N] [--quick]`

export function readOptions(names: readonly string[]): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', multiple: true, default: [] },
      quick: { type: 'boolean', default: false },
      engine: { type: 'string' },
      minutes: { type: 'string', default: '1' },
    },
  })
  const unknown = values.only.filter((name) => !names.includes(name))
  if (unknown.length > 0) throw new Error(`${USAGE}\nNAME is one of: ${names.join(', ')}`)
  const engine = ENGINES.find((one) => one === values.engine) ?? null
  if (values.engine !== undefined && engine === null) throw new Error(USAGE)
  const minutes = Number(values.minutes)
  if (!(minutes > 0)) throw new Error(USAGE)
  return { only: values.only, quick: values.quick, engine, minutes: values.quick ? Math.min(minutes, 0.1) : minutes }
}
