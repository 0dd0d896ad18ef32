import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { measureForRun } from './machine'

/** Runs a test runner once the machine is measured, whose workers and limits follow from that. */
await measureForRun()
const command = [fileURLToPath(new URL('run.mjs', import.meta.url)), ...process.argv.slice(2)]
// Where this process can become the runner, signals reach it as without this file.
if (process.execve !== undefined)
  process.execve(process.execPath, [process.execPath, ...command], process.env)
process.exitCode = spawnSync(process.execPath, command, { stdio: 'inherit' }).status ?? 1
