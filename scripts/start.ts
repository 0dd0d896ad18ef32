import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { currentBuild, directoryOf, finishedBuilds } from './current-build'

/** Where each server that runs from a build leaves its process id. */
const RUNNING = 'running'

function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0)
    return true
  } catch {
    return false
  }
}

/** Builds that no living server runs from. */
function removeUnusedBuilds(except: string): void {
  for (const build of finishedBuilds()) {
    const marks = join(directoryOf(build), RUNNING)
    const inUse = existsSync(marks) && readdirSync(marks).some(isAlive)
    if (build !== except && !inUse) rmSync(directoryOf(build), { recursive: true, force: true })
  }
}

function buildWhatIsStale(build: string): void {
  if (existsSync(directoryOf(build))) return
  process.stdout.write('Building the app…\n')
  const started = Date.now()
  const { status } = spawnSync(process.execPath, ['--import', 'tsx', 'scripts/build.ts'], { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
  process.stdout.write(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.\n`)
}

const build = currentBuild()
buildWhatIsStale(build)
removeUnusedBuilds(build)
const marks = join(directoryOf(build), RUNNING)
mkdirSync(marks, { recursive: true })
writeFileSync(join(marks, String(process.pid)), '')
process.once('exit', () => rmSync(join(marks, String(process.pid)), { force: true }))
await import(pathToFileURL(resolve(directoryOf(build), 'server/main.js')).href)
