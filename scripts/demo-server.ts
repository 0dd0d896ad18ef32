import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureBuild } from './ensure-build'
import { freePort } from './free-port'

/** The built app with the demo event, on a database and a port of its own. */
export interface DemoServer {
  /** Returns a sign-in link for a nickname. */
  linkFor(nickname: string): string
  readonly url: string
  stop(): Promise<void>
}

/** Builds the app if necessary and starts it. */
export async function startDemoServer(): Promise<DemoServer> {
  const build = ensureBuild()
  const directory = mkdtempSync(join(tmpdir(), 'geekquest-demo-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const database = `sqlite:${join(directory, 'game.db')}`
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, DATABASE_URL: database }
  const server = spawn(process.execPath, [join(build, 'server/main.js')], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise<void>((resolve, reject) => {
    let printed = ''
    server.stdout.on('data', (part: Buffer) => {
      printed += part.toString()
      if (printed.includes(' is running on ')) resolve()
    })
    server.once('exit', () => reject(new Error(`the server did not start:\n${printed}`)))
  })
  return {
    url,
    linkFor: (nickname) =>
      execFileSync(process.execPath, [join(build, 'server/event.js'), 'login-link', nickname], {
        env,
        encoding: 'utf8',
        stdio: 'pipe',
      }).trim(),
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
