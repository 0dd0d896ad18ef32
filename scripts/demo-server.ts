import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DemoSize } from '#server/demo/demo-size'
import { ensureBuild } from './ensure-build'
import { freePort } from './free-port'

/** The built app with the demo event, on a database and a port of its own. */
export interface DemoServer {
  /** Returns a sign-in link for a nickname. */
  linkFor(nickname: string): string
  /** The sign-in link of the demo booth's staff, as printed by the server. */
  readonly boothLink: string
  readonly url: string
  stop(): Promise<void>
}

/** Builds the app if necessary and starts it. */
export async function startDemoServer(size: DemoSize = 'small'): Promise<DemoServer> {
  const build = ensureBuild()
  const directory = mkdtempSync(join(tmpdir(), 'geekquest-demo-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const database = `sqlite:${join(directory, 'game.db')}`
  const env = { ...process.env, HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: url, DATABASE_URL: database }
  const server = spawn(process.execPath, [join(build, 'server/main.js'), '--demo', size], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const boothLink = await new Promise<string>((resolve, reject) => {
    let printed = ''
    server.stdout.on('data', (part: Buffer) => {
      printed += part.toString()
      const link = /Open as a booth: +(\S+)/.exec(printed)?.[1]
      if (link !== undefined) resolve(link)
    })
    server.once('exit', () => reject(new Error(`the server did not start:\n${printed}`)))
  })
  return {
    url,
    boothLink,
    linkFor(nickname) {
      const command = ['--import', 'tsx', 'cli/entry.ts', 'login-link', nickname]
      const link = /https?:\/\/\S+/.exec(execFileSync(process.execPath, command, { env, encoding: 'utf8', stdio: 'pipe' }))?.[0]
      if (link === undefined) throw new Error(`there is no link for ${nickname}`)
      return link
    },
    async stop() {
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
