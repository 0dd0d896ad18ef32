import '#server/runtime'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { directoryOf, ensureBuild, finishedBuilds, RUNNING } from './current-build'

function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0)
    return true
  } catch {
    return false
  }
}

/** Removes builds that no running server uses. */
function removeUnusedBuilds(except: string): void {
  for (const directory of finishedBuilds().map(directoryOf)) {
    const marks = join(directory, RUNNING)
    const inUse = existsSync(marks) && readdirSync(marks).some(isAlive)
    if (directory !== except && !inUse) rmSync(directory, { recursive: true, force: true })
  }
}

const directory = ensureBuild()
removeUnusedBuilds(directory)
const mark = join(directory, RUNNING, String(process.pid))
mkdirSync(join(directory, RUNNING), { recursive: true })
writeFileSync(mark, '')
process.once('exit', () => rmSync(mark, { force: true }))
await import(pathToFileURL(resolve(directory, 'server/main.js')).href)
