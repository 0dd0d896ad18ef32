import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

function runCommand(build: string, databaseUrl: string, args: readonly string[]): void {
  const env = { ...process.env, DATABASE_URL: databaseUrl }
  execFileSync(process.execPath, [join(build, 'server/event.js'), ...args], { env, stdio: ['ignore', 'ignore', 'pipe'] })
}

/** Throws if the stored scores differ from the ledger. */
export function verifyScores(build: string, databaseUrl: string): void {
  runCommand(build, databaseUrl, ['verify'])
}

/** Computes the scores of a ledger that was filled in without the product's code. */
export function countScores(build: string, databaseUrl: string): void {
  runCommand(build, databaseUrl, ['verify', '--repair'])
  verifyScores(build, databaseUrl)
}
