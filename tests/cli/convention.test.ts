import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase, urlOf } from '../support/databases'
import { engineUnderTest } from '../support/engine-under-test'
import { ownFolder } from '../support/folder'
import { callOver, postCall } from '../support/http-call'
import { ownServerFolder, type ServerProcess, startServerProcess } from '../support/server-process'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const EXAMPLE = 'examples/convention'

/** A block of commands in the README. */
interface Block {
  readonly commands: string
  /** Whether a server runs meanwhile. */
  readonly server: boolean
  /** What is typed when a command asks. */
  readonly answer: string
}

/** The README's blocks, with a rehearsal that lasts seconds. */
function readBlocks(): Block[] {
  const text = readFileSync(join(ROOT, EXAMPLE, 'README.md'), 'utf8')
  return [...text.matchAll(/^```sh(?<words>[^\n]*)\n(?<commands>[\s\S]*?)^```/gm)].flatMap(({ groups }) => {
    const { words = '', commands = '' } = groups ?? {}
    if (words.includes('env')) return []
    const short = commands.replace('--players 2000 --booths 40 --minutes 5', '--players 9 --booths 2 --minutes 0.03')
    return [{ commands: short, server: words.includes('server'), answer: /answer=(\S+)/.exec(words)?.[1] ?? '' }]
  })
}

/** A rehearsal on a busy machine may be a no-go, for late answers alone. */
function isLate(output: string): boolean {
  const missed = output.split('\n').filter((line) => /MISSED$/.test(line))
  return missed.length > 0 && missed.every((line) => / m?s +MISSED$/.test(line))
}

describe('the example of a convention', () => {
  let database: TestDatabase
  const folder = ownServerFolder()
  const path = ownFolder()
  let server: ServerProcess | null = null
  let databaseUrl: string
  beforeAll(async () => {
    database = await createTestDatabase(engineUnderTest())
    databaseUrl = urlOf(database.location)
    cpSync(join(ROOT, EXAMPLE), path(EXAMPLE), { recursive: true })
    mkdirSync(path('bin'))
    // `npm run event -- …` as a person types it, without npm's and tsx's start.
    const npm = `#!/bin/sh\n[ "$1 $2 $3" = "run event --" ] || exit 9\nshift 3\nexec "${process.execPath}" "${inject('serverBundle')}/event.js" "$@"\n`
    writeFileSync(path('bin/npm'), npm, { mode: 0o755 })
  })
  afterAll(async () => {
    await server?.end('SIGTERM')
    await database.drop()
  })

  /** Runs a block in a shell that ends at the first command that fails. */
  function run({ answer, commands }: Block): Promise<{ code: number; output: string }> {
    const env = {
      ...{ PATH: `${path('bin')}:${process.env.PATH}`, DATABASE_URL: databaseUrl, SMS_URL: `file:${folder.smsFile}` },
      PUBLIC_URL: server?.url ?? 'https://igra.example.hr',
    }
    return new Promise((resolve) => {
      const shell = execFile('bash', ['--norc', '-ec', commands], { cwd: path(), env }, (error, stdout, stderr) => {
        resolve({ code: error === null ? 0 : Number(error.code), output: stdout + stderr })
      })
      shell.stdin?.end(`${answer}\n`)
    })
  }

  async function setServer(runs: boolean): Promise<void> {
    if (runs === (server !== null)) return
    if (server === null) server = await startServerProcess(folder, databaseUrl)
    else {
      await server.end('SIGTERM')
      server = null
    }
  }

  /** What the organiser does under Priprema, Igrači. */
  async function invitePlayers(url: string, link: { id: string; mtp: string }): Promise<void> {
    const signedIn = await postCall(url, 'signIn', link)
    const cookie = signedIn.headers.get('set-cookie')?.split(';')[0] ?? ''
    const [keys = [], ...rows] = readFileSync(path(`${EXAMPLE}/players.csv`), 'utf8')
      .split(/\r?\n/, 13)
      .map((row) => row.split(','))
    const people = rows.map((cells) => Object.fromEntries(cells.map((cell, at) => [keys[at], cell])))
    const said = await callOver(url, 'invitePeople', { people }, cookie)
    expect(said?.output?.results.map(({ status }) => status)).toEqual(people.map(() => 'sent'))
  }

  test('every command of its README does what it says, in that order, and its players can be invited', {
    timeout: 120_000,
  }, async () => {
    const blocks = readBlocks()
    expect(blocks.length).toBe(11)
    for (const block of blocks) {
      const { commands } = block
      await setServer(block.server)
      const { code, output } = await run(block)
      expect([commands, isLate(output) ? 0 : code, output]).toEqual([commands, 0, output])
      const [, id = '', mtp = ''] = /\/l\/(\w+)\/(\w+)/.exec(output) ?? []
      if (commands.includes('login-link ana')) await invitePlayers(server?.url ?? '', { id, mtp })
    }
    const backups = ['drill.backup', 'end.backup', 'morning.backup', 'noon.backup']
    expect(readdirSync(path('backups')).sort()).toEqual(expect.arrayContaining(backups))
  })
})
