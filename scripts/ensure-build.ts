import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { currentBuild, directoryOf } from './current-build'

/**
 * Returns the folder of the current build, and builds if there is none. Builds in a child process, so that its memory is
 * freed.
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
