import { existsSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open'
import { lockForServer } from '#server/db/sqlite'
import { ensureDemoEvent } from '#server/demo/ensure-demo-event'
import { startCommand } from '../support/command'
import { ownFolder } from '../support/folder'
import { gameOn } from '../support/game-on'
import { EVENT } from './event-database'

const run = (env: Record<string, string>, ...args: string[]) => startCommand({ ...process.env, ...env }, ...args).ended

describe("the operator's command line", () => {
  const path = ownFolder()
  let env: Record<string, string>
  const write = (name: string, text: string | Buffer) => {
    writeFileSync(path(name), text)
    return path(name)
  }
  beforeAll(() => {
    // PORT is invalid on purpose: it is a setting of the server, which the command line must ignore.
    env = { DATABASE_URL: `sqlite:${path('new/game.db')}`, PUBLIC_URL: 'https://igra.example.hr', PORT: 'x', TZ: 'Europe/Zagreb' }
  })

  test('applies a file beside a running server, lists the changes, and prints a link and a status', async () => {
    const lock = lockForServer(path('new/game.db'))
    const event = write('event.json', `\uFEFF${JSON.stringify(EVENT)}`)
    const dry = await run(env, 'apply', event, '--dry-run')
    expect(dry).toMatchObject({ code: 0, stderr: 'This was a dry run: nothing was applied.\n' })
    const first = await run(env, 'apply', event)
    expect(first).toMatchObject({ code: 0, stdout: dry.stdout, stderr: '' })
    expect(first.stdout).toContain('+ vendors.arkade Arkadna zona\n')
    expect(await run(env, 'apply', event)).toEqual({ code: 0, stdout: '= nothing changed\n', stderr: '' })

    const link = await run(env, 'login-link', 'iva')
    expect(link.code).toBe(0)
    expect(link.stdout).toMatch(/^https:\/\/igra\.example\.hr\/l\/\w+\/\w{26}\n$/)
    expect(await run(env, 'login-link', 'iva', '--withdraw')).toMatchObject({
      code: 0,
      stdout: "Ended for iva: 1 organiser's link, 0 SMS codes and 0 sessions.\n",
    })
    expect((await run(env, 'status')).stdout).toContain('Arkadna zona (arkade)')
    lock.release()
  })

  test('warns if demo data remains in a real event, and of a bonus id that is easy to guess', async () => {
    const file = path('demo.db')
    const db = await openDatabase({ engine: 'sqlite', file })
    await ensureDemoEvent(gameOn(db))
    await db.close()
    const weak = {
      settings: { ends_at: '2020-05-09T20:00:00+02:00' },
      tags: [{ nfc_id: 'bonus-01', nfc_type: 'bonus', point_type: 'blago' }],
    }
    const { code, stderr } = await run(
      { ...env, DATABASE_URL: `sqlite:${file}` },
      'apply',
      write('weak.json', JSON.stringify(weak)),
    )
    expect(code).toBe(0)
    expect(stderr).toMatch(/^Warning: the bonus "bonus-01" is easy to guess/m)
    expect(stderr).toMatch(/^Warning: settings\.ends_at has passed \(2020-05-09T20:00:00\+02:00\)/m)
    expect(stderr).toMatch(/^Warning: this database holds the demo event/m)
  })

  test('reports a problem of its environment or its options in one sentence and exits with 1', async () => {
    const latin = write('latin.json', Buffer.from([0x22, 0xe8, 0x22]))
    const notDatabase = write('not.db', 'this is no database, however long one looks at it')
    const untouched = { ...env, DATABASE_URL: `sqlite:${path('untouched.db')}` }
    const sentences = await Promise.all([
      run(env, 'login-link', 'nitko'),
      run(env, 'apply', path('none.json')),
      run(env, 'apply', latin),
      run({ ...env, DATABASE_URL: 'mysql://x' }, 'status'),
      run({ ...env, DATABASE_URL: 'postgres://a:secret@127.0.0.1:1/x' }, 'status'),
      run({ ...env, DATABASE_URL: `sqlite:${notDatabase}` }, 'status'),
      run({ ...env, PUBLIC_URL: 'igra' }, 'login-link', 'iva'),
      run(untouched, 'login-link', 'iva', '--reason', ''),
    ])
    for (const { code, stdout } of sentences) expect([code, stdout]).toEqual([1, ''])
    expect(sentences.map(({ stderr }) => stderr)).toEqual([
      'Nobody has the number, e-mail, nickname, name or id "nitko".\n',
      `${path('none.json')} cannot be read: there is no such file.\n`,
      `${latin} is not in UTF-8; save it in that encoding, or its letters č, ć, đ, š and ž would be lost.\n`,
      'DATABASE_URL must start with sqlite: or postgres://, for example sqlite:data/game.db.\n',
      'The database cannot be opened (PostgreSQL 127.0.0.1:1/x): connect ECONNREFUSED 127.0.0.1:1.\n',
      `The database cannot be opened (SQLite file ${notDatabase}): file is not a database.\n`,
      'PUBLIC_URL must be an http or https address without a path, such as https://igra.example.hr, not "igra".\n',
      '--reason takes 1 to 200 characters.\n',
    ])
    // Options are judged before a database is opened.
    expect(existsSync(path('untouched.db'))).toBe(false)
  })
})
