import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

export interface RunningPostgres {
  readonly url: string
  stop(): Promise<void>
}

/**
 * Starts a separate real PostgreSQL.
 * @param durable true if it must survive a power cut, as an event's must
 */
export async function startPostgres({ durable = false } = {}): Promise<RunningPostgres> {
  const program = [
    '--import',
    'tsx',
    'tests/support/embedded-postgres.ts',
    ...(durable ? ['--durable'] : []),
  ]
  const child = spawn(process.execPath, program, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const [url] = await Promise.race([
    once(createInterface(child.stdout), 'line') as Promise<[string]>,
    ended.then(() =>
      Promise.reject(new Error('PostgreSQL did not start; set TEST_DATABASE_URL to a running one')),
    ),
  ])
  return {
    url,
    stop: async () => {
      child.stdin.end()
      await ended
    },
  }
}

/** Finds the PostgreSQL at `TEST_DATABASE_URL`, or starts one for this run. */
export async function findPostgres(): Promise<RunningPostgres> {
  const given = process.env.TEST_DATABASE_URL
  return given === undefined || given === ''
    ? await startPostgres()
    : { url: given, stop: async () => undefined }
}
