import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { measureForRun } from './machine'

/** Measures the machine, then runs a test runner with workers and limits to match. */
await measureForRun()
const command = [fileURLToPath(new URL('run.mjs', import.meta.url)), ...process.argv.slice(2)]
// Replace this process by the runner where possible, so that signals reach it directly.
if (process.execve !== undefined)
  process.execve(process.execPath, [process.execPath, ...command], process.env)
process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1
