import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Makes a server listen on a free port of 127.0.0.1 and returns the port. */
export async function listenOnFreePort(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  return address.port
}

/**
 * The lowest port. All ports are below the ephemeral ones, because a browser under test opens
 * hundreds of connections, one of which could take a port before its program does.
 */
const FIRST = 20_000
const PORTS = 12_000
const TRIES = 20

/**
 * A folder with a folder for each assigned port. Only one process can create a folder, so the
 * folder reserves the port until the port's program listens.
 */
const GIVEN = join(tmpdir(), `geekquest-ports-${process.getuid?.() ?? 'all'}`)
const own: string[] = []

/** Reserves a port. Returns false if another process or an earlier call has reserved it. */
function reserve(port: number): boolean {
  const folder = join(GIVEN, String(port))
  mkdirSync(GIVEN, { recursive: true })
  try {
    mkdirSync(folder)
  } catch {
    return false
  }
  const release = () => {
    for (const one of own) rmSync(one, { recursive: true, force: true })
  }
  if (own.push(folder) === 1) process.once('exit', release)
  return true
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}

/**
 * Returns a free port of 127.0.0.1, for programs that get their port as a setting. No two processes
 * of a run get the same port.
 * @param pick returns a whole number below its argument
 */
export async function freePort(pick: (below: number) => number = randomInt): Promise<number> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const port = FIRST + pick(PORTS)
    if ((await isFree(port)) && reserve(port)) return port
  }
  throw new Error(`${TRIES} ports of 127.0.0.1 are in use`)
}
