import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withDatabase } from '#cli/event-database'
import { findPerson } from '#cli/login-link'
import { makeSignInLink } from '#server/calls/corrections/person'
import type { Database } from '#server/db/database'
import { parseDatabaseUrl } from '#server/db/database-url'
import { applyEvent } from '#server/event-file/apply'
import { freePort } from '../../../scripts/free-port'
import { insertLargeEvent } from '../../support/large-event'
import { HEX_KEYS } from '../../support/ntag424'
import { createGameDatabase } from './game-database'

export const EVENT_FILE = 'tests/e2e/support/event.json'
const NOBODY = { userId: null, reason: null }

/** The built server in its own process, with its own database and port. */
export type GameProcess = Awaited<ReturnType<typeof startGameProcess>>

/** How many characters of the latest output are kept: enough to show why a server ended. */
const LAST_OUTPUT = 4_000

async function untilReady(server: ChildProcess): Promise<string> {
  let printed = ''
  const { stdout, stderr } = server
  if (stdout === null || stderr === null) throw new Error('the server has no output')
  await new Promise<void>((resolve, reject) => {
    let last = ''
    let isReady = false
    const read = (chunk: Buffer) => {
      last = (last + chunk.toString()).slice(-LAST_OUTPUT)
      if (isReady) return
      printed += chunk.toString()
      isReady = printed.includes('is running on')
      if (isReady) resolve()
    }
    stdout.on('data', read)
    stderr.on('data', read)
    server.once('exit', (code, signal) => {
      if (!isReady) reject(new Error(`the server did not start:\n${printed}`))
      // Print why: a journey would only report a refused connection.
      else if (!server.killed)
        process.stderr.write(`The server of the journeys ended (${code ?? signal}):\n${last}\n`)
    })
  })
  return printed
}

interface Options {
  /** The address at which phones reach the server, if not its own. */
  readonly proxyUrl?: string
  /** The folder of the build to run. */
  readonly build?: string
  /**
   * Starts without an event. Stores a single setting, because the server fills an entirely empty
   * database with the demo.
   */
  readonly empty?: boolean
  /** The product's name on screen; the default if not given. */
  readonly productName?: string
  /** Starts with an event of real size instead of the journeys' event. */
  readonly large?: boolean
}

/**
 * Starts the built server with the journeys' event.
 * @param label part of the name of its temporary folder
 */
export async function startGameProcess(label: string, options: Options = {}) {
  const {
    proxyUrl,
    build = process.env.BUILD_UNDER_TEST ?? '',
    empty = false,
    large = false,
    productName = '',
  } = options
  const directory = mkdtempSync(join(tmpdir(), `geekquest-${label}-`))
  const port = await freePort()
  const ownUrl = `http://localhost:${port}`
  const url = proxyUrl ?? ownUrl
  const smsFile = join(directory, 'sms.jsonl')
  const database = await createGameDatabase(directory)
  const tagKeys = join(directory, 'tag-keys.json')
  writeFileSync(tagKeys, JSON.stringify({ '*': HEX_KEYS }), { mode: 0o600 })
  const env = {
    ...process.env,
    HOST: '127.0.0.1',
    PORT: String(port),
    PUBLIC_URL: url,
    DATABASE_URL: database.url,
    SMS_URL: `file:${smsFile}`,
    TAG_KEYS: tagKeys,
    PRODUCT_NAME: productName,
  }
  const inDatabase = <T>(work: (db: Database) => Promise<T>) =>
    withDatabase(parseDatabaseUrl(database.url), 'command', work)
  if (large) await inDatabase(insertLargeEvent)
  else {
    const values: unknown = empty
      ? { settings: { team_max_members: 4 } }
      : JSON.parse(readFileSync(EVENT_FILE, 'utf8'))
    // Apply the event here, because the command in its own process would take as long as the server's start.
    const how = {
      now: Date.now(),
      by: NOBODY,
      name: 'event.json',
      version: null,
      confirmed: true,
      dryRun: false,
    }
    await inDatabase((db) => applyEvent(db, values, how))
  }

  const start = () => spawn(process.execPath, [join(build, 'server', 'main.js')], { env })
  let server = start()
  const printed = await untilReady(server)
  /** Ends the server but keeps its database and port for `resume`. */
  async function halt(): Promise<void> {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGTERM')
    await ended
  }
  return {
    /** The address at which phones reach the server, without a trailing slash. */
    url,
    /** The address at which the server listens; differs from `url` behind a proxy. */
    ownUrl,
    databaseUrl: database.url,
    /** The output of the server's start. */
    printed,
    /** Makes a link that signs somebody in once, as the help desk's command does but without starting a process. */
    async loginLink(who: string): Promise<string> {
      return await inDatabase(async (db) => {
        const { user_id } = await findPerson(db.read, who)
        return await makeSignInLink({ db, now: Date.now, publicUrl: new URL(url) }, NOBODY, user_id)
      })
    },
    /** The latest SMS sent to a number in E.164. */
    lastSms(mobile: string): string {
      const lines = readFileSync(smsFile, 'utf8').trim().split('\n')
      const sent = lines.map((line) => JSON.parse(line) as { to: string; text: string })
      const sms = sent.findLast(({ to }) => to === mobile)
      if (sms === undefined) throw new Error(`no SMS went to ${mobile}`)
      return sms.text
    },
    halt,
    async resume(): Promise<void> {
      server = start()
      await untilReady(server)
    },
    async stop(): Promise<void> {
      await halt()
      await database.drop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
