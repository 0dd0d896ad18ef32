import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, inject } from 'vitest'
import type { Sms } from '#server/sms/sms'
import { createFolder, MEMORY } from './folder'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'close')
    child.kill(signal)
    await gone
  }
  return child.exitCode
}

/**
 * A folder for one suite's event and SMS. After the suite, ends the servers that use the folder,
 * and removes it.
 */
export function ownServerFolder() {
  const folder = createFolder(MEMORY)
  const smsFile = folder('sms.jsonl')
  /** All servers, including those that are still starting or should have refused to start. */
  const children: ChildProcess[] = []
  afterAll(async () => {
    await Promise.all(children.map((child) => end(child, 'SIGKILL')))
    folder.remove()
  })
  return {
    children,
    database: folder('game.db'),
    smsFile,
    /** Every SMS that was sent, oldest first. */
    sent(): Sms[] {
      if (!existsSync(smsFile)) return []
      return readFileSync(smsFile, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Sms)
    },
  }
}
type ServerFolder = ReturnType<typeof ownServerFolder>

export interface ServerProcess {
  readonly url: string
  /** Everything written to stdout and stderr. */
  output(): string
  /** Suspends the whole process, or resumes it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Ends the process and waits for its exit. Returns the exit code; null if the signal ended it. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null>
}

type Variables = Readonly<Record<string, string>>

/** The settings of a server with a public address, which creates no demo event and prints no links. */
export const PUBLIC_SERVER = {
  PUBLIC_URL: 'https://igra.example.hr',
  COMPANY_NAME: 'Udruga Zmaj',
  PRIVACY_CONTACT: 'privatnost@zmaj.example',
}

function run(
  folder: ServerFolder,
  databaseUrl = `sqlite:${folder.database}`,
  variables: Variables = {},
  flags: readonly string[] = [],
): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [join(inject('serverBundle'), 'main.js'), ...flags], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      PORT: '0',
      ...PUBLIC_SERVER,
      DATABASE_URL: databaseUrl,
      SMS_URL: `file:${folder.smsFile}`,
      ...variables,
    },
  })
  folder.children.push(child)
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, output: () => text }
}

/**
 * Starts a server in its own process, on the folder's SQLite file or another database, and waits
 * until it listens.
 */
export async function startServerProcess(
  folder: ServerFolder,
  databaseUrl?: string,
  variables?: Variables,
): Promise<ServerProcess> {
  const { child, output } = run(folder, databaseUrl, variables)
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.on('data', () => {
      const found = output().match(/running on (http:\/\/[\w.]+:\d+)/)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${output()}`)))
  })
  return {
    url,
    output,
    signal: (signal) => void child.kill(signal),
    end: (signal) => end(child, signal),
  }
}

/** Runs a server that is expected to refuse to start. */
export async function runToTheEnd(
  folder: ServerFolder,
  variables?: Variables,
  flags?: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const { child, output } = run(folder, undefined, variables, flags)
  await once(child, 'close')
  return { code: child.exitCode, output: output() }
}
