import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const BUILDS = 'dist'

/** Everything that the built app is made of. */
const SOURCES = [
  'contract',
  'rules',
  'src',
  'sw',
  'server',
  'public',
  'scripts',
  'index.html',
  'manifest.webmanifest',
  'vite.config.ts',
  'tsconfig.base.json',
  'package-lock.json',
]

/** Settings that are read when the app is built. */
const BUILT_IN = ['PRODUCT_NAME', 'COMPANY_NAME', 'PRIVACY_CONTACT']

function filesUnder(path: string): string[] {
  if (!existsSync(path)) return []
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => filesUnder(join(path, name)))
}

/** Names the build that today's sources and settings make: what is there under this name is not stale. */
export function currentBuild(settings: NodeJS.ProcessEnv = process.env): string {
  const hash = createHash('sha256').update(process.versions.modules)
  for (const name of BUILT_IN) hash.update(`\0${name}=${settings[name] ?? ''}`)
  for (const file of SOURCES.flatMap(filesUnder)) hash.update(`\0${file}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 12)
}

export function directoryOf(build: string): string {
  return join(BUILDS, build)
}

/** All finished builds that lie there, newest or not. */
export function finishedBuilds(): string[] {
  return existsSync(BUILDS) ? readdirSync(BUILDS).filter((name) => /^[\da-f]{12}$/.test(name)) : []
}
