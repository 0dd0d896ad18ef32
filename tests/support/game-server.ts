import { tmpdir } from 'node:os'
import { expect } from 'vitest'
import { type App, buildApp } from '#server/app'
import type { Database } from '#server/db/database'
import type { DatabaseLocation } from '#server/db/database-url'
import { holdOffServers, openDatabase } from '#server/db/open'
import type { Game } from '#server/game'
import type { Sms } from '#server/sms/sms'
import type { SpendingLimit } from '#server/sms/sms-service'
import { noTagKeys, type TagKeys } from '#server/tag-proof/tag-keys'
import { type ApiClient, createApiClient } from './api-client'
import { createClock, type TestClock } from './clock'
import { createTestDatabase, type Engine } from './databases'
import { gameOn, TEST_NAMES } from './game-on'

export interface TestServer {
  readonly app: App
  readonly game: Game
  readonly db: Database
  client(): ApiClient
}

export interface TestGame {
  readonly clock: TestClock
  /** Every SMS that was sent, oldest first. */
  readonly sent: Sms[]
  /** Runs `work`; until it ends, `answer` takes each SMS instead of the provider. */
  withProvider<T>(answer: (sms: Sms) => Promise<void>, work: () => Promise<T>): Promise<T>
  /** The servers on the database. */
  readonly servers: readonly TestServer[]
  /** The first server's web application, game and database. */
  readonly app: App
  readonly game: Game
  readonly db: Database
  readonly location: DatabaseLocation
  /** Creates a browser on the first server, or on the server with this index. */
  client(server?: number): ApiClient
  /** Ends the servers but keeps the database, for programs that cannot run while a server runs. */
  stop(): Promise<void>
  /** Ends all servers, and drops the database unless it was passed as `on`. */
  close(): Promise<void>
}

/** The token with which a test reads `/metrics`. */
export const METRICS_TOKEN = 'dovoljno-dug-token'

/** Starts real servers on one real, empty database, with a clock and SMS that the test controls. */
export async function startGame(
  engine: Engine,
  {
    servers: count = 1,
    publicUrl = 'http://localhost:8080',
    webApp = null as string | null,
    /** An existing database, which is kept. */
    on = null as DatabaseLocation | null,
    /** True if limits use the test's clock instead of real time. */
    limitsByClock = false,
    /** True if push services on this machine are allowed. */
    pushToLoopback = false,
    smsLimit = null as SpendingLimit | null,
    tagKeys = noTagKeys as TagKeys,
    names = TEST_NAMES,
    backupFolder = tmpdir,
  } = {},
): Promise<TestGame> {
  const database =
    on === null ? await createTestDatabase(engine) : { location: on, drop: async () => undefined }
  const clock = createClock()
  const sent: Sms[] = []
  const take = async (sms: Sms): Promise<void> => void sent.push(sms)
  const provider = { send: take }
  const servers: TestServer[] = []
  for (let index = 0; index < count; index++) {
    const db = await openDatabase(database.location)
    const sms = { send: ({ to, text }: Sms) => provider.send({ to, text }) }
    const game: Game = gameOn(db, {
      now: clock.now,
      publicUrl: new URL(publicUrl),
      sms,
      smsLimit,
      tagKeys,
      names,
      backupFolder,
    })
    const byClock = limitsByClock ? { clock: clock.now } : {}
    const app = await buildApp(game, {
      webApp,
      log: 'silent',
      metricsToken: METRICS_TOKEN,
      pushToLoopback,
      ...byClock,
    })
    servers.push({ app, game, db, client: () => createApiClient(app) })
  }
  if (count > 1) await Promise.all(servers.map(({ db }) => db.commits.joined()))
  const [first] = servers
  if (first === undefined) throw new Error('a game needs a server')
  async function end(): Promise<void> {
    for (const { app, db } of servers.splice(0)) {
      await app.close()
      await db.close()
    }
  }
  return {
    clock,
    sent,
    async withProvider(answer, work) {
      provider.send = answer
      try {
        return await work()
      } finally {
        provider.send = take
      }
    },
    servers,
    app: first.app,
    game: first.game,
    db: first.db,
    location: database.location,
    client: (index = 0) => (servers[index] ?? first).client(),
    async stop() {
      await end()
      // PostgreSQL learns of a closed connection a moment later.
      await expect
        .poll(async () => await (await holdOffServers(database.location)).release())
        .toBeUndefined()
    },
    async close() {
      await end()
      await database.drop()
    },
  }
}
