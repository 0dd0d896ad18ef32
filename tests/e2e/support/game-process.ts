import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const EVENT_FILE = 'tests/e2e/support/event.json'

/** The built server as its own process, on a database and a port of its own. */
export interface GameProcess {
  /** Without a slash at the end. */
  readonly url: string
  /** The command line beside the running server; answers what it printed. */
  event(...args: string[]): string
  /** The latest SMS that went to a number in E.164. */
  lastSms(mobile: string): string
  stop(): Promise<void>
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

async function untilReady(server: ChildProcess): Promise<void> {
  let printed = ''
  const { stdout, stderr } = server
  if (stdout === null || stderr === null) throw new Error('the server has no output')
  await new Promise<void>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      printed += chunk.toString()
      if (printed.includes('is running on')) resolve()
    }
    stdout.on('data', read)
    stderr.on('data', read)
    server.once('exit', () => reject(new Error(`the server did not start:\n${printed}`)))
  })
}

/** Starts the built server with the event of these journeys; the label tells its folder from others'. */
export async function startGameProcess(label: string): Promise<GameProcess> {
  const directory = mkdtempSync(join(tmpdir(), `geekquest-${label}-`))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const smsFile = join(directory, 'sms.jsonl')
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: `sqlite:${join(directory, 'game.db')}`,
    SMS_URL: `file:${smsFile}`,
  }
  const event = (...args: string[]) =>
    execFileSync(process.execPath, ['--import', 'tsx', 'server/event/main.ts', ...args], { env, encoding: 'utf8' })
  event('apply', EVENT_FILE)

  const server = spawn(process.execPath, [join(process.env.BUILD_UNDER_TEST ?? '', 'server/main.js')], { env })
  await untilReady(server)
  return {
    url,
    event,
    lastSms(mobile) {
      const lines = readFileSync(smsFile, 'utf8').trim().split('\n')
      const sent = lines.map((line) => JSON.parse(line) as { to: string; text: string })
      const sms = sent.findLast(({ to }) => to === mobile)
      if (sms === undefined) throw new Error(`no SMS went to ${mobile}`)
      return sms.text
    },
    async stop() {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
