import { spawnSync } from 'node:child_process'

/** What the checks play on SQLite alone, on PostgreSQL: fewer schedules, because each takes several times as long. */
const env = { ...process.env, ENGINE: 'postgres', SCHEDULES: process.env.SCHEDULES ?? '2000' }
const CHECKS = [
  ['test:unit', '--project', 'schedules'],
  // Where a test names no engine, it plays on the one of ENGINE.
  ['test:unit', '--project', 'server'],
  ['test:e2e', 'tests/e2e/faults', 'journeys/setup', 'journeys/import', 'journeys/print'],
] as const

for (const [check, ...args] of CHECKS) {
  process.stdout.write(`\n$ ENGINE=postgres npm run ${check} -- ${args.join(' ')}\n`)
  const { status } = spawnSync('npm', ['run', '--silent', check, '--', ...args], {
    stdio: 'inherit',
    env,
    shell: process.platform === 'win32',
  })
  if (status !== 0) process.exit(status ?? 1)
}
