import { createHash, type Hash, hash } from 'node:crypto'
import type { TableShape } from './shapes'

export type Row = Readonly<Record<string, unknown>>

/** A hash over all rows of all tables, the same for the same rows in the same order on both engines. */
export function createDigest() {
  const tables = new Map<string, Hash>()
  return {
    add({ name, columns }: TableShape, rows: Iterable<Row>): void {
      const table = tables.get(name) ?? createHash('sha256')
      tables.set(name, table)
      for (const row of rows) table.update(JSON.stringify(columns.map((column) => row[column])))
    },
    text(): string {
      const lines = [...tables].map(([name, table]) => `${name} ${table.digest('hex')}`)
      return hash('sha256', lines.sort().join('\n'))
    },
  }
}
