import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { freePort, listenOnFreePort } from '../../scripts/free-port'

/** The lowest port that is given to a program. */
const FIRST = 20_000

test('each port is given to only one program, even before that program listens', async () => {
  const server = createServer()
  const inUse = await listenOnFreePort(server)
  const given = await freePort()
  const offers = [inUse, given, given]
  const another = await freePort((below) => (offers.shift() ?? FIRST + randomInt(below)) - FIRST)
  expect([offers, another === inUse, another === given]).toEqual([[], false, false])
  server.close()
})
