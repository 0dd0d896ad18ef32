import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { TestProject } from 'vitest/node'
import { bundleServer } from '../../scripts/bundle-server'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The folder of `main.js` and `event.js`, for tests that run the server or the command line as
     * a process.
     */
    serverBundle: string
  }
}

/**
 * Bundles the server once for the test run, because each process would take four times as long to
 * start from the sources.
 */
export default async function setup(project: TestProject): Promise<() => void> {
  // Put the bundle inside the project, whose package.json says that these files are modules.
  const folder = resolve(`node_modules/.geekquest/server-${process.pid}`)
  await bundleServer(resolve(folder, 'server'))
  // Only journeys need the page, but a server without its folder refuses to start.
  mkdirSync(resolve(folder, 'public'))
  writeFileSync(resolve(folder, 'public/index.html'), '<!doctype html><title>GeekQuest</title>')
  project.provide('serverBundle', resolve(folder, 'server'))
  return () => rmSync(folder, { recursive: true, force: true })
}
