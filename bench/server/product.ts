import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { freePort } from '../../scripts/free-port'
import type { Bench } from './bench'

const START_LIMIT_MS = 120_000
const POLL_EVERY_MS = 4

/** A server in its own process: the product, or a floor to compare it with. */
export interface RunningServer {
  readonly url: string
  stop(): Promise<void>
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

async function untilReady(child: ChildProcess, url: string): Promise<void> {
  const giveUpAt = Date.now() + START_LIMIT_MS
  for (;;) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`a server ended with ${child.exitCode}`)
    if (Date.now() > giveUpAt) throw new Error(`a server was not ready after ${START_LIMIT_MS} ms`)
    const status = await fetch(`${url}/ready`).then(
      async (response) => {
        await response.arrayBuffer()
        return response.status
      },
      () => null,
    )
    if (status === 200) return
    await sleep(POLL_EVERY_MS)
  }
}

/** Starts a program that listens on the given PORT and answers `/ready`. */
export async function startServer(
  args: readonly string[],
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const env = {
    PATH: process.env.PATH,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    ...variables,
  }
  // Let the server write its log, but discard the log: ten minutes of full load would fill a disk.
  const child = spawn(process.execPath, args, { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const killAtExit = () => child.kill('SIGKILL')
  process.once('exit', killAtExit)
  await untilReady(child, url)
  return {
    url,
    async stop() {
      process.removeListener('exit', killAtExit)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/**
 * The V8 options of `npm start`. Semi-spaces of 8 MB instead of 16 save 25 MB. The old
 * generation is collected once it has grown by 80 %: by default V8 lets it grow more on a machine
 * with much memory, and the server held 250 to 300 MB instead of 180.
 */
const START_FLAGS = packageJson.scripts.start
  .split(' ')
  .filter((word) => /^--(max-semi|heap)-/.test(word))

/** Starts the built server as `npm start` does, on the given database. */
export async function startProduct(
  { build, directory }: Bench,
  databaseUrl: string,
): Promise<RunningServer> {
  const sms = `file:${join(directory, 'sms.jsonl')}`
  return await startServer([...START_FLAGS, join(build, 'server/main.js')], {
    DATABASE_URL: databaseUrl,
    SMS_URL: sms,
  })
}

/** Starts one of the servers in `bench/floors`. */
export async function startFloor(
  program: string,
  variables: Readonly<Record<string, string>>,
): Promise<RunningServer> {
  return await startServer(['--import', 'tsx', join('bench/floors', `${program}.ts`)], variables)
}
