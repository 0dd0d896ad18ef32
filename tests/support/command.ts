import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { inject, onTestFinished, vi } from 'vitest'
import type { CommandOutput } from '#cli/command'
import { createProgram } from '#cli/program'
import type { DatabaseLocation } from '#server/db/database-url'
import { urlOf } from './databases'
import { createFolder } from './folder'

export interface Ended {
  readonly result: string
  readonly notes: string
  /** The command's failure; null if all went well. */
  readonly failure: string | null
}

/**
 * Runs a command of `npm run event` on a database, with the settings of `process.env`. Answers its
 * questions with no.
 */
export const runCommand = (location: DatabaseLocation, ...args: string[]) =>
  runAnswering('n', location, ...args)

/** Like `runCommand`, but with this answer to its questions; null if nobody answers. */
export async function runAnswering(
  answer: string | null,
  location: DatabaseLocation,
  ...args: string[]
): Promise<Ended> {
  vi.stubEnv('DATABASE_URL', urlOf(location))
  const [results, notes]: [string[], string[]] = [[], []]
  const output = {
    result: (text: string) => void results.push(text),
    report: (text: string) => void notes.push(text),
    answer: async () => answer,
  }
  const keep: string[] = []
  if (args[0] === 'restore') {
    const folder = createFolder()
    onTestFinished(folder.remove)
    keep.push('--keep', folder())
  }
  const failure = await createProgram(output)
    .parseAsync([...args, ...keep], { from: 'user' })
    .then(
      () => null,
      (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
    )
  return { result: results.join(''), notes: notes.join(''), failure }
}

/** Returns the output of a command that must not fail. */
export async function command(location: DatabaseLocation, ...args: string[]): Promise<string> {
  const { result, failure } = await runCommand(location, ...args)
  if (failure !== null) throw new Error(failure)
  return result
}

/** Starts a command of the built command line in a separate process. */
export function startCommand(env: NodeJS.ProcessEnv, ...args: string[]) {
  const child = spawn(process.execPath, [join(inject('serverBundle'), 'event.js'), ...args], {
    env,
  })
  const said = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => (said[name] += chunk.toString()))
  return { child, ended: once(child, 'close').then(() => ({ code: child.exitCode, ...said })) }
}

/** Swallows output that a test does not read. */
export const QUIET: CommandOutput = { result: () => undefined, report: () => undefined }
