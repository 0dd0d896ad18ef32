import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runAnswering } from '../support/command'
import { createTestDatabase, type TestDatabase, urlOf } from '../support/databases'
import { engineUnderTest } from '../support/engine-under-test'
import { ownFolder } from '../support/folder'
import { callOver, postCall } from '../support/http-call'
import { ownServerFolder, type ServerProcess, startServerProcess } from '../support/server-process'

const EXAMPLE = 'examples/convention'

/** A block of commands in the README. */
interface Block {
  readonly commands: readonly string[]
  /** Whether a server must run while the commands run. */
  readonly server: boolean
  /** The answer typed when a command asks. */
  readonly answer: string | null
}

function readBlocks(): Block[] {
  const text = readFileSync(`${EXAMPLE}/README.md`, 'utf8')
  return [...text.matchAll(/^```sh(?<words>[^\n]*)\n(?<commands>[\s\S]*?)\n```/gm)].flatMap(
    ({ groups }) => {
      const { words = '', commands = '' } = groups ?? {}
      if (words.includes('env')) return []
      return [
        {
          commands: commands.split('\n'),
          server: words.includes('server'),
          answer: /answer=(\S+)/.exec(words)?.[1] ?? null,
        },
      ]
    },
  )
}

/** True if the only reason for a rehearsal's no-go is late answers, as on a busy machine. */
function isLate(output: string): boolean {
  const missed = output.split('\n').filter((line) => /MISSED$/.test(line))
  return missed.length > 0 && missed.every((line) => / m?s +MISSED$/.test(line))
}

describe('the example of a convention', () => {
  let database: TestDatabase
  const folder = ownServerFolder()
  const path = ownFolder()
  let server: ServerProcess | null = null
  beforeAll(async () => {
    database = await createTestDatabase(engineUnderTest())
  })
  afterAll(async () => {
    vi.unstubAllEnvs()
    await server?.end('SIGTERM')
    await database.drop()
  })

  /**
   * The arguments of a typed command, with a rehearsal of a few seconds and with backups in this
   * test's folder.
   */
  function argumentsOf(command: string): string[] {
    const [, typed = ''] = /^npm run event -- (.*)$/.exec(command) ?? []
    const short = typed.replace(
      '--players 2000 --booths 40 --minutes 5',
      '--players 9 --booths 2 --minutes 0.03',
    )
    const args = (short.match(/"[^"]*"|\S+/g) ?? []).map((arg) =>
      arg.replaceAll('"', '').replace(/^backups\//, path('backups/')),
    )
    return args[0] === 'reset' ? [...args, '--backup', path('backups/before-reset.backup')] : args
  }

  async function setServer(runs: boolean): Promise<void> {
    if (runs && server === null) server = await startServerProcess(folder, urlOf(database.location))
    if (!runs) await server?.end('SIGTERM')
    if (!runs) server = null
    vi.stubEnv('PUBLIC_URL', server?.url ?? 'https://igra.example.hr')
  }

  /** Invites players as the organiser does in the browser (Priprema, Igrači). */
  async function invitePlayers(url: string, link: { id: string; mtp: string }): Promise<void> {
    const signedIn = await postCall(url, 'signIn', link)
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const [keys = [], ...rows] = readFileSync(`${EXAMPLE}/players.csv`, 'utf8')
      .split(/\r?\n/, 13)
      .map((row) => row.split(','))
    const people = rows.map((cells) =>
      Object.fromEntries(cells.map((cell, at) => [keys[at], cell])),
    )
    const answer = await callOver(url, 'invitePeople', { people }, cookie)
    expect(answer?.output?.results.map(({ status }) => status)).toEqual(people.map(() => 'sent'))
  }

  test('every command of its README succeeds, in the README’s order, and its players can be invited', async () => {
    const blocks = readBlocks()
    expect(blocks.length).toBe(11)
    for (const { commands, server: runs, answer } of blocks) {
      await setServer(runs)
      for (const command of commands) {
        const { result, notes, failure } = await runAnswering(
          answer,
          database.location,
          ...argumentsOf(command),
        )
        if (!isLate(result)) expect(failure, `${command}: ${notes}`).toBeNull()
        const [, id = '', mtp = ''] = /\/l\/(\w+)\/(\w+)/.exec(result) ?? []
        if (command.includes('login-link ana')) await invitePlayers(server?.url ?? '', { id, mtp })
      }
    }
    const backups = ['drill.backup', 'end.backup', 'morning.backup', 'noon.backup']
    expect(readdirSync(path('backups')).sort()).toEqual(expect.arrayContaining(backups))
  })
})
