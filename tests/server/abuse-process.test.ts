import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { connect } from 'node:net'
import { describe, expect, test } from 'vitest'
import { lockForServer, openSqlite } from '#server/db/sqlite'
import { fileSms } from '#server/sms/providers'
import { ownFolder } from '../support/folder'
import { ownServerFolder, startServerProcess } from '../support/server-process'

describe('a server under abuse', () => {
  const folder = ownServerFolder()
  const path = ownFolder()

  test('abuse 11: aborted uploads and rate-limited calls are logged in one line a minute, not one each', async () => {
    const server = await startServerProcess(folder)
    const { hostname, port } = new URL(server.url)
    const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' } }
    const head = `POST /api?fingerprint=a HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/x-www-form-urlencoded\r\ncontent-length: 100\r\n\r\nid=`
    for (let upload = 0; upload < 50; upload++) {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      await new Promise((written) => socket.write(head, written))
      socket.resetAndDestroy()
    }
    const url = `${server.url}/api?fingerprint=a`
    const statuses: number[] = []
    while (!statuses.includes(429)) {
      const calls = Array.from({ length: 100 }, () => fetch(url, form))
      statuses.push(...(await Promise.all(calls)).map(({ status }) => status))
    }
    const limited = statuses.filter((status) => status === 429).length

    expect(await server.end('SIGTERM')).toBe(0)
    const lines = server
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(logged.filter((line) => 'err' in line)).toEqual([])
    expect(logged.filter((line) => 'gathered' in line)).toEqual([
      expect.objectContaining({ gathered: 'hung up', times: 50 }),
      expect.objectContaining({ gathered: 'TOO_MANY_REQUESTS', times: limited }),
    ])
  })

  test('abuse 11: only their owner can read the files of the open database and the SMS', async () => {
    const lock = lockForServer(path('new/game.db'))
    const db = await openSqlite(path('new/game.db'))
    await fileSms(path('new/sms.jsonl'), Date.now).send({ id: 'a', to: '+385911111111', text: 'Kod' })
    const files = readdirSync(path('new'))
    const known = ['game.db', 'game.db-shm', 'game.db-wal', 'game.db.server-lock', 'sms.jsonl']
    expect(files).toEqual(expect.arrayContaining(known))
    for (const file of files) expect([file, statSync(path(`new/${file}`)).mode & 0o777]).toEqual([file, 0o600])
    await db.close()
    lock.release()
  })
})
