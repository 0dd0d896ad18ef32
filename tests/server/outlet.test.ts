import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { closeSync, constants, existsSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, inject, test, vi } from 'vitest'
import { buildApp } from '#server/app'
import { createOutlet } from '#server/outlet'
import { freePort } from '../../scripts/free-port'
import { createFolder, MEMORY } from '../support/folder'
import { METRICS_TOKEN } from '../support/game-server'
import { postCall } from '../support/http-call'
import { PUBLIC_SERVER } from '../support/server-process'
import { times } from '../support/times'
import { useGame } from '../support/use-game'

/** The number of calls: they log more lines than a pipe of 64 KiB or a terminal can hold. */
const CALLS = 800
/** The time limit of an answer (ms): long enough for a busy machine; a hanging server never answers. */
const ANSWER_MS = 5_000

const ends: (() => void)[] = []
afterAll(() => {
  for (const end of ends) end()
})

/** Makes the server throw an uncaught error at SIGUSR2, as a bug would. */
const FAILING = `--import=data:text/javascript,${encodeURIComponent("process.on('SIGUSR2', () => { throw new Error('x'.repeat(100_000)) })")}`

interface Started {
  readonly url: string
  readonly child: ChildProcess
}

type Stdio = 'pipe' | number

const SCRIPT = '/usr/bin/script'

/** Starts a server that writes its output to `stdio`, which the test may leave unread. */
async function start(
  stdio: Stdio,
  wrap: (command: string) => readonly string[] = (command) => ['sh', '-c', `exec ${command}`],
): Promise<Started> {
  const folder = createFolder(MEMORY)
  const port = await freePort()
  const [program = '', ...args] = wrap(
    `'${process.execPath}' '${join(inject('serverBundle'), 'main.js')}'`,
  )
  const env = {
    PATH: process.env.PATH,
    PORT: String(port),
    ...PUBLIC_SERVER,
    DATABASE_URL: `sqlite:${folder('game.db')}`,
    SMS_URL: `file:${folder('sms.jsonl')}`,
    NODE_OPTIONS: FAILING,
  }
  const child = spawn(program, args, { env, stdio: ['pipe', stdio, stdio], detached: true })
  ends.push(() => {
    if (child.exitCode === null) process.kill(-Number(child.pid), 'SIGKILL')
    folder.remove()
  })
  const url = `http://127.0.0.1:${port}`
  const isUp = () =>
    fetch(`${url}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  await vi.waitUntil(isUp, { timeout: 30_000 })
  return { url, child }
}

/** Starts a server that writes to a terminal. */
async function startInTerminal() {
  const server = await start('pipe', (command) => [
    SCRIPT,
    '-qfec',
    `stty ixon; echo pid $$; exec ${command}`,
    '/dev/null',
  ])
  const { stdin, stdout } = server.child
  let shown = ''
  stdout?.on('data', (chunk: Buffer) => (shown += chunk.toString()))
  await vi.waitUntil(() => shown.includes('running on'), { timeout: ANSWER_MS })
  const pid = Number(/pid (\d+)/.exec(shown)?.[1])
  const [CTRL_S, CTRL_Q] = ['\x13', '\x11']
  return {
    server,
    pid,
    shown: () => shown,
    stop: () => stdin?.write(CTRL_S),
    goOn: () => stdin?.write(CTRL_Q),
  }
}

/** Expects an answer to every call, although the server cannot write its log. */
async function callOften({ url }: Started): Promise<void> {
  for (let round = 0; round < CALLS / 50; round++)
    await Promise.all(times(50, () => postCall(url, 'ranking', {})))
  const health = await fetch(`${url}/health`, { signal: AbortSignal.timeout(ANSWER_MS) })
  expect(health.status).toBe(200)
}

async function endsInTime(
  { child }: Started,
  pid = Number(child.pid),
  signal: NodeJS.Signals = 'SIGTERM',
  code = 0,
) {
  const ended = once(child, 'exit')
  process.kill(pid, signal)
  expect(await Promise.race([ended, sleep(3 * ANSWER_MS, 'still there')])).toEqual([code, null])
}

/** A pipe that fills up until the test reads it. */
function ownPipe(flags = constants.O_NONBLOCK) {
  const folder = createFolder(MEMORY)
  execFileSync('mkfifo', [folder('pipe')])
  const fd = openSync(folder('pipe'), constants.O_RDWR | flags)
  ends.push(() => {
    closeSync(fd)
    folder.remove()
  })
  return {
    stream: Object.assign(new EventEmitter(), { fd }) as unknown as NodeJS.WriteStream & {
      fd: number
    },
    read(): string {
      const buffer = Buffer.alloc(1024 * 1024)
      return buffer.toString('utf8', 0, readSync(fd, buffer))
    },
  }
}

describe('fault 87: a server answers calls and ends at SIGTERM although its log goes', {
  concurrent: true,
}, () => {
  test('into a pipe that nobody reads', async () => {
    const server = await start(ownPipe(0).stream.fd)
    await callOften(server)
    await endsInTime(server)
  })

  test('into a pipe that is closed', async () => {
    const server = await start('pipe')
    server.child.stdout?.destroy()
    server.child.stderr?.destroy()
    await callOften(server)
    await endsInTime(server)
  })

  test('onto a full disk', async () => {
    const full = openSync('/dev/full', 'w')
    const server = await start(full)
    closeSync(full)
    await callOften(server)
    await endsInTime(server)
  })

  test.runIf(existsSync(SCRIPT))(
    'to a stopped terminal, which gets the lines when it continues',
    async () => {
      const { server, pid, shown, stop, goOn } = await startInTerminal()
      stop()
      await callOften(server)
      expect(shown()).not.toContain('"ranking"')
      goOn()
      await vi.waitUntil(() => shown().match(/"call":"ranking"/g)?.length === CALLS, {
        timeout: ANSWER_MS,
      })
      stop()
      await callOften(server)
      await endsInTime(server, pid)
    },
  )

  test.runIf(existsSync(SCRIPT))(
    'to a stopped terminal, and ends there even by an error',
    async () => {
      const { server, pid, stop } = await startInTerminal()
      stop()
      await endsInTime(server, pid, 'SIGUSR2', 1)
    },
  )
})

describe('fault 87: output that cannot be written', () => {
  const line = (index: number) => `line ${index} ${'x'.repeat(90)}\n`
  const LINES = 10_000

  test('waits up to a limit, and the number of lost lines is written in their place', async () => {
    const { stream, read } = ownPipe()
    const output = createOutlet(stream, {
      maxWaiting: 10_000,
      lossText: (lines) => `${lines} lost\n`,
    })
    for (let index = 0; index < LINES; index++) output.gather(line(index))
    const lost = output.lost()
    expect(lost).toBeGreaterThan(LINES / 2)
    let written = read()
    output.flush()
    output.gather(line(LINES))
    output.flush()
    written += read()
    const kept = written.split('\n')
    expect(kept.slice(-3)).toEqual([`${lost} lost`, line(LINES).trimEnd(), ''])
    expect(kept.slice(0, -3)).toEqual(
      Array.from({ length: LINES - lost }, (_, index) => line(index).trimEnd()),
    )
    expect(output.lost()).toBe(lost)
  })

  const game = useGame('sqlite')
  test('has its lost lines counted in the metrics', async () => {
    const { stream } = ownPipe()
    const output = createOutlet(stream, { maxWaiting: 0, lossText: () => '' })
    const app = await buildApp(game.game, {
      webApp: null,
      log: output,
      metricsToken: METRICS_TOKEN,
    })
    await app.inject({ method: 'POST', url: '/api?fingerprint=a' })
    const { body } = await app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${METRICS_TOKEN}` },
    })
    await app.close()
    expect(body).toMatch(/^geekquest_log_lines_lost_total 1$/m)
  })
})
