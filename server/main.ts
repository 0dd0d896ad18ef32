import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app'
import { folderForBackups } from './backup-file'
import type { Database } from './db/database'
import { openDatabase, wouldMigrate } from './db/open'
import { readAllowance, shortageText } from './db/postgres-pool'
import { sharedKey } from './db/queries/settings'
import { assertOwnFile, lockForServer } from './db/sqlite'
import { assertSound } from './db/sqlite-check'
import { demoLinks, ensureDemoEvent } from './demo/ensure-demo-event'
import { type Env, isPublic, namesOf, readEnv } from './env'
import { firstOrganiserUrl } from './event-file/first-organiser'
import { Failure, failureText } from './failure'
import type { Game } from './game'
import { logFailure } from './http/log'
import { createOutlet } from './outlet'
import { randomToken } from './random'
import { checkClock, startDailyPurge } from './retention'
import { assertSameNames } from './same-names'
import {
  missingTables,
  readDatabaseFindings,
  readSettingFindings,
  readTagFindings,
  type SetupFinding,
  setupText,
} from './setup-report'
import { assertRoute, costsMoney, openSms } from './sms/providers'
import { createSmsService } from './sms/sms-service'

/** Finds the built page's folder next to the bundled server. Throws `Failure`. */
function findWebApp(): string {
  const directory = fileURLToPath(new URL('../public', import.meta.url))
  if (existsSync(join(directory, 'index.html'))) return directory
  throw new Failure(
    'The built page is missing beside the server: start it with "npm start", or build it with deploy/assemble.sh.',
  )
}

/** Refuses an unusable port before creating a file or database. Throws `Failure`. */
async function assertPort(host: string, port: number): Promise<void> {
  const probe = createServer()
  try {
    await once(probe.listen({ host, port }), 'listening')
  } catch (reason) {
    const { code } = reason as NodeJS.ErrnoException
    if (code === 'EADDRINUSE')
      throw new Failure(
        `Port ${port} of ${host} is in use: stop the program that uses it, or set PORT to another one.`,
      )
    if (code === 'EACCES')
      throw new Failure(`This user may not listen on port ${port}: set PORT to 1024 or more.`)
    throw new Failure(
      `HOST must be an address of this machine, such as 127.0.0.1 or 0.0.0.0, not "${host}".`,
    )
  } finally {
    probe.close()
  }
}

/**
 * Refuses what stops a start before it opens the database. Creates no file or database. Throws
 * `Failure`.
 */
function assertStartable({ database, sms }: Env): void {
  findWebApp()
  assertRoute(sms)
  if (database.engine === 'sqlite') assertOwnFile(database.file)
}

async function offerDemo(game: Game): Promise<string> {
  await ensureDemoEvent(game)
  const links = await demoLinks(game)
  if (links.length === 0) return ''
  const lines = links.map(({ title, link }) => `  ${`Open as ${title}:`.padEnd(21)} ${link}`)
  return ['', ...lines, '', '  Each link signs in once; a new start prints new ones.', ''].join(
    '\n',
  )
}

/** Maximum number of waiting characters, for standard output and for standard error each. */
const MAX_WAITING = 1024 * 1024
/** How long a stopping server waits for its last lines to be read (ms). */
const LAST_LINES_MS = 1_000

const output = createOutlet(process.stdout, {
  maxWaiting: MAX_WAITING,
  lossText: (lines) =>
    `${JSON.stringify({ level: 40, time: Date.now(), lost: lines, msg: 'lines could not be written' })}\n`,
})
const warnings = createOutlet(process.stderr, {
  maxWaiting: MAX_WAITING,
  lossText: (lines) => `(${lines} lines could not be written.)\n`,
})
process.once('exit', () => {
  output.flush()
  warnings.flush()
})

/**
 * Tells systemd that the server is ready, so that a restart waits for it. Uses a command, because
 * Node has no Unix datagram sockets.
 */
function tellSystemd(): void {
  if (process.env.NOTIFY_SOCKET === undefined) return
  spawn('systemd-notify', ['--ready'], { stdio: 'ignore' }).once('error', ({ message }) =>
    warnings.print(`${message}\n`),
  )
}

async function start(): Promise<void> {
  const env = readEnv(process.env)
  await assertPort(env.host, env.port)
  assertStartable(env)
  const lock = env.database.engine === 'sqlite' ? lockForServer(env.database.file) : null
  if (env.database.engine === 'sqlite') assertSound(env.database.file, 'quick_check')
  const db = await openDatabase(env.database)
  const now = Date.now
  const { doubt, expiryNow } = await checkClock(db, now)
  if (doubt !== null) warnings.print(`Warning: ${doubt}.\n`)
  const { publicUrl, smsCountries, tagKeys } = env
  const names = namesOf(env)
  await assertSameNames(db, env.database, names)
  const sender = openSms(env.sms, now, output.print)
  const limit = costsMoney(env.sms) ? { all: env.smsBudget, day: env.smsBudgetDay } : null
  const sms = createSmsService({ sender, db, limit, now })
  const backupFolder = () => folderForBackups(env.database)
  const game: Game = {
    db,
    now,
    expiryNow,
    sms,
    smsCountries,
    publicUrl,
    names,
    tagKeys,
    backupFolder,
  }
  const { metricsToken, trustedProxies } = env
  const logKey = await sharedKey(db, 'log', randomToken)
  let isStopping = false
  const app = await buildApp(game, {
    webApp: findWebApp(),
    log: output,
    metricsToken,
    trustedProxies,
    logKey,
    isStopping: () => isStopping,
  })

  const onFailure = (reason: unknown) => logFailure(app.log, reason)
  db.startUpkeep(onFailure)
  const stopPurge = startDailyPurge(db, expiryNow, onFailure)

  const stop = async () => {
    isStopping = true
    // Give proxies time to notice that this server is no longer ready, and to send its callers to
    // other servers.
    await delay(env.drainSeconds * 1000)
    await app.close()
    await stopPurge()
    await db.close()
    lock?.release()
    await output.settle(LAST_LINES_MS)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())

  const shortage = db.engine === 'postgres' ? shortageText(await readAllowance(db.read)) : null
  if (shortage !== null) warnings.print(`Warning: ${shortage}.\n`)
  const setup = isPublic(env.publicUrl)
    ? await describeSetup(db, env)
    : await describeTrial(game, env)
  await db.commits.joined()
  const address = await app.listen({ host: env.host, port: env.port })
  output.print(
    `\n  ${names.product} is running on ${address}, known as ${env.publicUrl.origin}\n${setup}\n`,
  )
  tellSystemd()
}

/** Inserts the demo event into an empty database. Describes a server without a public address. */
async function describeTrial(game: Game, env: Env): Promise<string> {
  const demo = await offerDemo(game)
  for (const warning of await readTagFindings(game.db, env))
    warnings.print(`Warning: ${warning}.\n`)
  const first = await firstOrganiserUrl(game.db, env.publicUrl)
  return first === null ? demo : `${demo}\n  The first organiser signs up at ${first}\n`
}

async function describeSetup(db: Database, env: Env): Promise<string> {
  return setupText([
    ...readSettingFindings(process.env),
    ...(await readDatabaseFindings(db, env, Date.now())),
  ])
}

/** Checks the database as a start does, and adds its findings. Throws `Failure`. */
async function checkDatabase(env: Env, findings: SetupFinding[]): Promise<void> {
  const { database } = env
  if (database.engine === 'sqlite') {
    assertSound(database.file, 'quick_check')
    // Do not create a missing database.
    if (!existsSync(database.file)) return
  }
  // Do not migrate it either: a server of the version before may run on it.
  if (await wouldMigrate(database)) {
    findings.push(missingTables(database))
    return
  }
  const db = await openDatabase(database)
  findings.push(...(await readDatabaseFindings(db, env, Date.now())))
  await db.close()
}

/**
 * Prints what a start would find, without starting the server. Throws `Failure` if the settings or
 * the database would prevent a start. May run beside a server, so it looks neither at the port nor
 * for another server on the same database.
 */
async function check(): Promise<void> {
  const findings = readSettingFindings(process.env)
  try {
    const env = readEnv(process.env)
    await checkDatabase(env, findings)
    assertStartable(env)
  } finally {
    output.print(setupText(findings))
  }
}

try {
  if (process.argv.includes('--check')) await check()
  else await start()
} catch (reason) {
  const sentence = failureText(reason)
  if (sentence === null) throw reason
  warnings.print(`${sentence}\n`)
  await warnings.settle(LAST_LINES_MS)
  // Exit explicitly: resources opened before the error would keep the process alive.
  process.exit(1)
}
