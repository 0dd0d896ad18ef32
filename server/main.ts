import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app'
import { openDatabase } from './db/open'
import { FileInUse, lockForServer } from './db/sqlite'
import { isPublic, readEnv, SettingError } from './env'
import type { Game } from './game'
import { openSms } from './sms/open-sms'

/** The page as it was built beside the bundled server; null where the server runs from its sources. */
function findWebApp(): string | null {
  const directory = fileURLToPath(new URL('../public', import.meta.url))
  return existsSync(join(directory, 'index.html')) ? directory : null
}

async function start(): Promise<void> {
  const env = readEnv(process.env)
  const lock = env.database.engine === 'sqlite' ? lockForServer(env.database.file) : null
  const db = await openDatabase(env.database)
  const now = Date.now
  const game: Game = { db, now, sms: openSms(env.sms, now), publicUrl: env.publicUrl, productName: env.productName }
  const app = await buildApp(game, { webApp: findWebApp(), log: 'info' })

  const stop = async () => {
    await app.close()
    await db.close()
    lock?.release()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop())

  await app.listen({ host: env.host, port: env.port })
  const { port } = app.server.address() as AddressInfo
  process.stdout.write(`\n${env.productName} is running on http://${env.host}:${port}\n\n`)
  if (!isPublic(env.publicUrl)) {
    /* demo links */
  }
}

try {
  await start()
} catch (reason) {
  if (!(reason instanceof SettingError) && !(reason instanceof FileInUse)) throw reason
  process.stderr.write(`${reason.message}\n`)
  process.exitCode = 1
}
