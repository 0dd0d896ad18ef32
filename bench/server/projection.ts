import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

/** Throws if the stored scores differ from the ledger. */
export function verifyScores(build: string, databaseUrl: string): void {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  execFileSync(process.execPath, [join(build, 'server/event.js'), 'verify'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
}
