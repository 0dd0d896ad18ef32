import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { AWARD_CONNECTIONS, type AwardContestant } from './award-load'
import type { Bench } from './bench'
import { POINT_TYPES, STAFF_PER_BOOTH } from './event'

const SCRIPT = 'bench/floors/awards-postgres.sql'
const DEBIAN = '/usr/lib/postgresql'
const THREADS = 2
/** More than any round reaches, so that no round repeats an award of an earlier one. */
const NUMBERS_PER_SECOND = 25_000

/** The newest pgbench in Debian's folders, or the one on the path. */
export function findPgbench(): string | null {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...(process.env.PATH ?? '').split(':')]
  return folders.map((folder) => join(folder, 'pgbench')).find((path) => existsSync(path)) ?? null
}

async function runToEnd(program: string, args: readonly string[]): Promise<string> {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`pgbench ended with ${code}:\n${output.slice(-2_000)}`)
  return output
}

/** The hand-written transaction of `bench/floors/awards-postgres.sql`, with as many clients as the product has connections. */
export async function pgbenchFloor({ databases, plan }: Bench, program: string): Promise<AwardContestant> {
  const database = await databases.copyWith(plan.largeLedger)
  const before = await database.countAwards()
  const seconds = plan.awardSeconds
  let [base, given] = [0, 0]
  return {
    name: 'pgbench',
    async run() {
      const { teams, booths } = plan.size
      const numbers = {
        base,
        n: 0,
        clients: AWARD_CONNECTIONS,
        teams,
        booths,
        types: POINT_TYPES.length - 1,
        staff_per_booth: STAFF_PER_BOOTH,
      }
      base += seconds * NUMBERS_PER_SECOND
      const output = await runToEnd(program, [
        ...['--no-vacuum', '--protocol=prepared', `--client=${AWARD_CONNECTIONS}`, `--jobs=${THREADS}`, `--time=${seconds}`],
        ...Object.entries(numbers).map(([name, value]) => `--define=${name}=${value}`),
        ...[`--file=${SCRIPT}`, database.url],
      ])
      const done = Number(/transactions actually processed: (\d+)/.exec(output)?.[1])
      const rate = Number(/tps = ([\d.]+) \(without/.exec(output)?.[1])
      given += done
      return rate
    },
    async compare() {
      const recorded = (await database.countAwards()) - before
      return recorded === given ? [] : [`pgbench: ${given} transactions, ${recorded} awards recorded`]
    },
    stop: database.discard,
  }
}
