import { existsSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app'
import { openDatabase } from '#server/db/open'
import { createTestDatabase } from '../support/databases'
import { gameOn } from '../support/game-on'

const PHONES = 1_500
const PATIENCE_MS = 20_000

/** Counts the phones that are connected, and wakes the server's thread after the last. */
const HALL = `
  const { connect } = require('node:net')
  const { port, phones, connected } = require('node:worker_threads').workerData
  for (let phone = 0; phone < phones; phone++) {
    connect(port, '127.0.0.1', () => {
      if (Atomics.add(connected, 0, 1) + 1 < phones) return
      Atomics.store(connected, 1, 1)
      Atomics.notify(connected, 1)
    })
  }
`

/** Other systems hold fewer, whatever a server asks for. */
const LIMIT_OF_LINUX = '/proc/sys/net/core/somaxconn'
const most = existsSync(LIMIT_OF_LINUX) ? Number(readFileSync(LIMIT_OF_LINUX, 'utf8')) : 0

test.runIf(most > PHONES)('a hall that connects while the server is busy waits, and nobody is turned away', async () => {
  const database = await createTestDatabase('sqlite')
  const db = await openDatabase(database.location)
  const app = await buildApp(gameOn(db), { webApp: null, log: 'silent' })
  const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }))
  const connected = new Int32Array(new SharedArrayBuffer(8))
  const hall = new Worker(HALL, { eval: true, workerData: { port: Number(port), phones: PHONES, connected } })
  // Nothing is accepted meanwhile.
  Atomics.wait(connected, 1, 0, PATIENCE_MS)
  expect(connected[0]).toBe(PHONES)

  await hall.terminate()
  await app.close()
  await db.close()
  await database.drop()
})
