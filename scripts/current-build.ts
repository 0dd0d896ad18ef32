import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const BUILDS = 'dist'

/** The folder in a build where each server that runs from the build leaves its process id. */
export const RUNNING = 'running'

/** The inputs of the build. */
const SOURCES = [
  'contract',
  'rules',
  'texts',
  'src',
  'sw',
  'server',
  'cli',
  'rehearsal',
  'public',
  'scripts',
  'docs/vodic.md',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'tsconfig.json',
  'package.json',
  'package-lock.json',
]

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

/** Returns the name of the build of the current sources. A build of this name is up to date. */
export function currentBuild(): string {
  const hash = createHash('sha256')
  for (const file of SOURCES.flatMap(filesUnder))
    hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

/** The build's name for people and reports. */
export function buildVersion(): string {
  const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    readonly version: string
  }
  return `${version}+${currentBuild()}`
}

export function directoryOf(build: string): string {
  return join(BUILDS, build)
}

/** The names of all finished builds. */
export function finishedBuilds(): string[] {
  return existsSync(BUILDS) ? readdirSync(BUILDS).filter((name) => /^[\da-f]{12}$/.test(name)) : []
}

/**
 * Gives a finished folder its name. Keeps a folder of that name instead, which another process has
 * finished meanwhile from the same sources: a server may already run from it.
 */
export function putInPlace(finished: string, directory: string): void {
  try {
    renameSync(finished, directory)
  } catch (reason) {
    if (!existsSync(directory)) throw reason
    rmSync(finished, { recursive: true, force: true })
  }
}

/**
 * Returns the folder of the current build. Builds the app first if there is no such build: in a
 * child process, so that the memory of the build is freed.
 */
export function ensureBuild(): string {
  const directory = directoryOf(currentBuild())
  if (existsSync(directory)) return directory
  process.stdout.write('Building the app…\n')
  const started = Date.now()
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(status ?? 1)
  process.stdout.write(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`)
  return directory
}
