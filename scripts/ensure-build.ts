import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { currentBuild, directoryOf } from './current-build'

/**
 * The folder of today's build under these settings, made now where it is stale. In a process of its own, whose memory goes
 * with it.
 */
export function ensureBuild(settings: NodeJS.ProcessEnv = process.env): string {
  const directory = directoryOf(currentBuild(settings))
  if (existsSync(directory)) return directory
  process.stdout.write('Building the app…\n')
  const started = Date.now()
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
    stdio: 'inherit',
    env: settings,
  })
  if (status !== 0) process.exit(status ?? 1)
  process.stdout.write(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`)
  return directory
}
