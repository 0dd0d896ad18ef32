import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestProject } from 'vitest/node'

declare module 'vitest' {
  interface ProvidedContext {
    /** A real PostgreSQL on which tests make databases of their own. */
    postgresUrl: string
  }
}

async function startEmbedded(): Promise<{ url: string; stop: () => Promise<void> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/embedded-postgres.ts'], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [url] = await Promise.race([
    once(createInterface(child.stdout), 'line') as Promise<[string]>,
    ended.then(() => Promise.reject(new Error('PostgreSQL did not start; set TEST_DATABASE_URL to one that runs'))),
  ])
  return {
    url,
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

/** `TEST_DATABASE_URL` where there is one, else a PostgreSQL of the tests' own for the time they run. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  const server = given === undefined || given === '' ? await startEmbedded() : { url: given, stop: async () => undefined }
  project.provide('postgresUrl', server.url)
  return server.stop
}
